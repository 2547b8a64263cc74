import { describe, expect, test } from 'vitest';
import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import {
  type Caution,
  type Doubt,
  type NextStep,
  type Verdict,
  type VerdictKind,
  verdictKind,
} from '#server/experiments/results/verdict/verdict-contract.ts';
import { basis, experiment, exposure, health, result, trend, verdict } from '../results-testing.ts';
import { rehearsalWords, verdictWords } from './verdict-words.ts';

const said = (of: Partial<Verdict>, given: Partial<MetricResult> = {}, about: Partial<Experiment> = {}) =>
  verdictWords(experiment(about), result({ verdict: verdict({ next: [], ...of }), ...given }));
const none = { variant: null, next: [] };

describe('before there is a verdict', () => {
  test('without a metric it says so first', () => {
    const { title, next } = said({ ...none, kind: 'no_metric', next: [{ code: 'choose_metric' }] }, { variants: [] });
    expect(title).toBe('No primary metric');
    expect(next.join()).toContain('in Setup');
  });

  test('a draft is not launched, and one with a start says when it starts', () => {
    const draft = { ...none, kind: 'draft' } as const;
    expect(said(draft, {}, { start_date: null }).title).toBe('Not launched yet');
    const at = '2026-11-24T10:00:00.000Z';
    const later = said({ ...draft, next: [{ code: 'wait_for_start', at }] }, {}, { start_date: at });
    expect(later.title).toBe('Not started yet');
    expect(later.next.join()).toContain('24 Nov 2026, 10:00 UTC');
  });

  test('while nobody is exposed it says what to check', () => {
    const nobody = { ...none, kind: 'no_exposures' } as const;
    const yet = said({ ...nobody, next: [{ code: 'check_code' }] });
    expect(yet.title).toBe('Nobody is exposed yet');
    expect(yet.next.join()).toContain('“shorter-checkout”');
    const missed = said(
      { ...nobody, next: [{ code: 'check_code' }] },
      {},
      {
        status: 'complete',
        end_date: '2026-11-20T09:00:00.000Z',
      },
    );
    expect(missed.title).toBe('Nobody was exposed');
    expect(missed.text).toContain('from 17 Nov 2026, 09:00 UTC to 20 Nov 2026, 09:00 UTC');
  });

  test('where nobody who was exposed counts it says why', () => {
    const nobody = { ...none, kind: 'no_exposures' } as const;
    const excluded = said({ ...nobody, next: [{ code: 'check_exclusions', people: 2 }] });
    expect(excluded.text).toBe('Apps reported exposures, and none of them counts.');
    expect(excluded.next).toEqual([
      'The project excludes everyone who was exposed (2 people). Check Settings › Exclusions.',
    ]);
  });

  test('collecting gives the days left and the smallest variant, and claims nothing', () => {
    const few = exposure({ total: 118, by_variant: { control: 55, test: 63 } });
    const collecting = (of: Parameters<typeof health>[0], about: Partial<Experiment> = {}, next: NextStep[] = []) =>
      said(
        { ...none, kind: 'collecting', next },
        { variants: [], exposure: few, health: health(of), basis: basis({ everyone: 118, mature: 90, counted: 90 }) },
        about,
      );
    const planned = { is_planned: true };
    const some = collecting({ ...planned, days_left: 4.2 });
    expect(some.title).toBe('Collecting data, about 5 days left');
    expect(some.text).toContain(
      '90 people of about 4,000 past their 14-day window (118 exposed) so far, 55 in the smallest variant.',
    );
    expect(some.text).not.toContain('the numbers below');
    expect(collecting(planned, { status: 'complete' }).title).toBe('Ended with too little data');
    expect(collecting({ ...planned, days_left: null, needed: null }).title).toBe('Collecting data');
    const slow = collecting({ ...planned, days_left: 1748 });
    expect(slow.title).toBe('Collecting data, over a year left');
    // Without a plan there is no size to count days to.
    expect(collecting({ days_left: 4.2 }).title).toBe('Collecting data');
  });
});

describe('a verdict', () => {
  test('better names the variant with both values, the lift, its interval and the chance', () => {
    expect(said({})).toEqual({
      title: '“test” is better than control',
      text: '“test” 14.4% (288 of 2,000 people) against control 12.0% (240 of 2,000 people): lift +20.0%, always-valid 95% interval +1.0 to +42.0%.',
      guardrails: [],
      cautions: [],
      next: [],
    });
  });

  test('of the test at the planned number of people quotes that test', () => {
    const plan: Verdict['rests_on'] = { basis: 'plan', lift: 0.18, interval: [0.02, 0.36], level: 0.965 };
    for (const status of ['running', 'complete'] as const) {
      expect(said({ rests_on: plan }, {}, { status }).text).toBe(
        '“test” 14.4% (288 of 2,000 people) against control 12.0% (240 of 2,000 people). At the planned number of people: lift +18.0%, 96.5% interval +2.0 to +36.0%.',
      );
    }
  });

  test('quotes no interval that did not decide', () => {
    for (const kind of ['better', 'worse', 'leaning', 'no_clear_difference'] as const) {
      for (const status of ['running', 'complete'] as const) {
        const { text } = said({ kind }, {}, { status });
        expect(text).toContain('always-valid 95% interval +1.0 to +42.0%');
        expect(text).not.toContain('+37.0%');
      }
    }
  });

  test('of a trend is in events per person', () => {
    expect(verdictWords(experiment(), trend()).text).toContain(
      '“test” 1.65 per person (3,300 by 2,000 people) against control 1.50 per person',
    );
  });

  test.each([
    [
      { code: 'few_conversions', conversions: 7.4, needed: 10 },
      'the smaller group is expected to have 7 conversions, and a verdict needs 10.',
    ],
    [
      { code: 'final_test', p_value: 0.2 },
      'the test at the planned number of people has p = 0.200 and needs at most 0.035.',
    ],
    [
      { code: 'looks_include_zero', low: -0.1, high: 0.4, level: 0.95 },
      'the always-valid interval (95% at any number of looks) still includes zero.',
    ],
    [
      { code: 'looks_p_value', p_value: 0.13, comparisons: 3, share: 0.01 },
      'over all looks and 3 comparisons (Holm), p is 0.130 and must be at most 0.01.',
    ],
    [
      { code: 'looks_p_value', p_value: 0.0103, comparisons: 1, share: 0.01 },
      'over all looks, p is 0.011 and must be at most 0.01.',
    ],
  ] satisfies [Doubt, string][])('with the doubt %o is not conclusive, and says why', (doubt, words) => {
    const unclear = said({ kind: 'no_clear_difference', doubts: [doubt] });
    expect(unclear.title).toBe('No clear difference yet');
    expect(unclear.text.toLowerCase()).toContain(words.toLowerCase());
    const leaning = said({ kind: 'leaning', doubts: [doubt] });
    expect(leaning.title).toBe('“test” leads, not conclusive');
    expect(leaning.text).toContain(`Not conclusive: ${words}`);
  });

  test('names all variants for which it holds', () => {
    expect(said({ also: ['b'] }).title).toBe('“test” and “b” are better than control');
    expect(said({ kind: 'worse', also: ['b', 'c'] }).title).toBe('“test”, “b” and “c” are worse than control');
    expect(said({ kind: 'worse' }).title).toBe('“test” is worse than control');
  });

  test('makes no claim about the cost of a worse variant', () => {
    expect(said({ kind: 'worse' }, { expected_loss: 0.024 }).text).not.toContain('loss');
  });

  test('a split mismatch comes with the expected numbers, and what to do', () => {
    const doubts: Doubt[] = [{ code: 'split_mismatch', p_value: 1e-9 }];
    const off = said({ kind: 'unhealthy', doubts, next: [{ code: 'start_new_run' }] });
    expect(off.text).toContain('“control” has 2,000 people (2,000 expected)');
    expect(off.text).toContain('p < 0.0001');
    expect(off.next.join()).toContain('The weights changed during the run');
  });

  test('ends without “yet” when the run has ended', () => {
    expect(said({ kind: 'no_clear_difference' }, {}, { status: 'complete' }).title).toBe('No clear difference');
  });

  test('advise no rollout once a conclusion is recorded', () => {
    const next: Verdict['next'] = [{ code: 'roll_out', variant: 'test' }, { code: 'start_new_run' }];
    const of = (conclusion: Experiment['conclusion']) => said({ next }, {}, { status: 'complete', conclusion }).next;
    expect(of(null)[0]).toBe('When you decide, roll out “test”.');
    expect(of('won')).toEqual(of(null).slice(1));
  });

  /** Of each kind, a claim that no title of another kind makes. */
  const claims = {
    no_metric: /^No primary metric/,
    draft: /^Not (launched|started)/,
    no_exposures: /^Nobody/,
    collecting: /^(Collecting|Ended with too little)/,
    unhealthy: /^Unhealthy/,
    better: / is better than control$/,
    worse: / is worse than control$/,
    leaning: / leads, not conclusive$/,
    no_clear_difference: /^No clear difference/,
  } satisfies Record<VerdictKind, RegExp>;

  test('of each kind makes its own claim and no other, whatever the numbers beside it', () => {
    const results = [result(), trend(), result({ significant: false, significance_code: 'high_p_value' })];
    for (const kind of verdictKind.options) {
      for (const about of [experiment(), experiment({ status: 'complete' }), experiment({ start_date: null })]) {
        for (const numbers of results) {
          const { title } = verdictWords(about, { ...numbers, verdict: verdict({ kind, next: [] }) });
          const claimed = verdictKind.options.filter((other) => claims[other].test(title));
          expect(claimed, `${kind}: ${title}`).toEqual([kind]);
        }
      }
    }
  });
});

describe('what limits a verdict', () => {
  const cautioned = (caution: Caution) => said({ cautions: [caution] }).cautions.join();

  test('a run that stopped early, another plan and open outcomes keep their caution', () => {
    expect(cautioned({ code: 'stopped_early', people: 1200, planned: 4000, day: 5 })).toBe(
      'Stopped on day 5 with 1,200 of 4,000 planned people. The verdict rests on the always-valid interval alone.',
    );
    const part = { basis: basis({ everyone: 1300, mature: 1200 }) };
    const early: Caution = { code: 'stopped_early', people: 1200, planned: 4000, day: 5 };
    expect(said({ cautions: [early] }, part).cautions.join()).toBe(
      'Stopped on day 5 with 1,200 of 4,000 planned people past their 14-day window (1,300 exposed). The verdict rests on the always-valid interval alone.',
    );
    const missing: Caution = { code: 'fewer_than_needed', people: 1200, needed: 4000, is_planned: true, days: 5 };
    expect(said({ cautions: [missing] }, part).cautions.join()).toMatch(
      /^1,200 of 4,000 planned people past their 14-day window \(1,300 exposed\) so far:/,
    );
    expect(
      said({ cautions: [early] }, { basis: basis({ people: 'everyone', mature: 1200 }) }).cautions.join(),
    ).toContain('4,000 planned people. The verdict rests');
    expect(cautioned({ code: 'plan_changed', planned: null, now: 4000 })).toContain(
      'no planned size then, 4,000 people',
    );
    expect(cautioned({ code: 'open_outcomes', people: 300, window_days: 14 })).toContain(
      '300 people are counted before the end of their 14-day window',
    );
  });

  test('a suspicious lift is to be checked before it is believed', () => {
    const suspicious = { code: 'suspicious_lift', low: -0.5934, high: 1.4596, prior_sd: 0.3 } as const;
    expect(cautioned({ ...suspicious, variants: ['test'] })).toBe(
      'The lift of “test” is suspicious: beyond 3 standard deviations of the prior (−59 to +146%). Check before believing.',
    );
    expect(cautioned({ ...suspicious, variants: ['a', 'b', 'c'] })).toContain(
      'The lift of “a”, “b” and “c” is suspicious',
    );
    expect(said({ next: [{ code: 'check_lift', variant: 'test' }] }).next).toEqual([
      'Check the tracking and the setup before you roll out “test”.',
    ]);
  });

  test('people within their window are waited for, or counted on request', () => {
    const step: NextStep = { code: 'wait_for_window', window_days: 14, mature: 40, everyone: 4000 };
    const ofStep = (about: Partial<Experiment>) => said({ kind: 'collecting', next: [step] }, {}, about).next.join();
    expect(ofStep({})).toBe('Wait for the others, or count everyone to see preliminary numbers.');
    expect(ofStep({ status: 'complete' })).not.toContain('Wait');
  });

  test('fewer people than needed are said with what they are needed for', () => {
    const few = { code: 'fewer_than_needed', people: 4000, needed: 9000, is_planned: false, days: 5 } as const;
    expect(cautioned(few)).toContain('4,000 of 9,000 people needed to detect a 5% effect so far');
  });

  test('a run over the limit of the planner is a caution, with how it ends sooner', () => {
    const why = 'Over 60 days, more people return under a new id, and the product changes meanwhile.';
    const long = (days: number) => ({ code: 'too_long', days, limit: 60, needs_new_run: true }) as const;
    expect(cautioned(long(70.4))).toBe(`At this pace the run takes about 71 days. ${why}`);
    expect(cautioned(long(900))).toBe(`At this pace the run takes over a year. ${why}`);
    const sooner = (isNew: boolean) => said({ next: [{ code: 'end_sooner', needs_new_run: isNew }] }).next.join();
    expect(sooner(true)).toBe(
      'To end it sooner, include more people, or reset it and launch it with a plan for a larger effect.',
    );
    expect(sooner(false)).toBe(
      'To end it sooner, include more people, or set a larger minimum detectable effect in Setup.',
    );
  });

  test('a guardrail that will hardly be decided is a caution', () => {
    const rare = {
      code: 'rare_guardrails',
      metrics: ['Refunds'],
      people: 6000,
      is_planned: true,
      chance: 0.2,
    } as const;
    expect(cautioned({ ...rare, metrics: [...rare.metrics] })).toBe(
      'Even without harm, the chance to decide “Refunds” with 6,000 planned people is below 20%. Choose a larger margin, or include more people.',
    );
  });

  test('a change during the run and people in several variants are cautions', () => {
    expect(cautioned({ code: 'changed_during_run', changes: 1 })).toContain('changed while it ran');
    expect(cautioned({ code: 'exclusions_changed', changes: 1 })).toContain('changed whom it excludes');
    expect(cautioned({ code: 'in_several_variants', people: 40 })).toContain('40 people were seen in several variants');
  });

  test('few or simulated people make it a rehearsal', () => {
    expect(rehearsalWords(result())).toBeNull();
    expect(rehearsalWords(result({ health: health({ is_rehearsal: true }) }))).toContain('Rehearsal');
    const nobody = { exposure: exposure({ total: 0 }), health: health({ is_rehearsal: true }) };
    expect(rehearsalWords(result(nobody))).toBeNull();
  });
});
