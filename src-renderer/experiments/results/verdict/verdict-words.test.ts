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
} from '#server/experiments/results/verdict-contract.ts';
import { experiment, exposure, health, result, testVariant, trend, variant, verdict } from '../results-testing.ts';
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

  test('collecting gives the days left and the smallest variant, and claims nothing', () => {
    const few = exposure({ total: 118, by_variant: { control: 55, test: 63 } });
    const collecting = (of: Parameters<typeof health>[0], about: Partial<Experiment> = {}, next: NextStep[] = []) =>
      said({ ...none, kind: 'collecting', next }, { variants: [], exposure: few, health: health(of) }, about);
    const planned = { is_planned: true };
    const some = collecting({ ...planned, days_left: 4.2 });
    expect(some.title).toBe('Collecting data, about 5 days left');
    expect(some.text).toContain('118 people of about 4,000 so far, 55 in the smallest variant.');
    expect(some.text).not.toContain('the numbers below');
    expect(collecting(planned, { status: 'complete' }).title).toBe('Ended with too little data');
    expect(collecting({ ...planned, days_left: null, needed: null }).title).toBe('Collecting data');
    const slow = collecting({ ...planned, days_left: 1748 }, {}, [{ code: 'plan_larger_effect' }]);
    expect(slow.title).toBe('Collecting data, over a year left');
    expect(slow.next.join()).toContain('Plan for a larger effect in Setup');
    // Without a plan there is no size to count days to.
    expect(collecting({ days_left: 4.2 }).title).toBe('Collecting data');
  });
});

describe('a verdict', () => {
  test('better names the variant with both values, the lift, its interval and the chance', () => {
    expect(said({})).toEqual({
      title: '“test” is better than control',
      text: '“test” 14.4% (288 of 2,000 people) against control 12.0% (240 of 2,000 people): lift +20.0% (+5.0 to +37.0%), 99.6% chance to win.',
      cautions: [],
      next: [],
    });
  });

  test('of a trend is in events per person', () => {
    expect(verdictWords(experiment(), trend()).text).toContain(
      '“test” 1.65 per person (3,300 by 2,000 people) against control 1.50 per person',
    );
  });

  test.each([
    [{ code: 'control_leads', probability: 0.94 }, 'Control leads with a 94.0% chance to win.'],
    [
      { code: 'low_win_probability', probability: 0.7 },
      'Neither control nor the test variants reach a 90% chance to win',
    ],
    [{ code: 'high_loss', loss: 0.0234 }, 'The expected loss of “test” is 2.34 percentage points and must be below 1'],
    [{ code: 'high_p_value', p_value: 0.2 }, 'The p-value is 0.200 and must be below 0.05'],
    [{ code: 'interval_includes_zero', low: -1, high: 1 }, 'The 95% interval still includes zero.'],
    [{ code: 'few_people_many_events', low: -1, high: 1 }, 'Few people send many of the events'],
    [
      { code: 'adjusted_p_value', p_value: 0.13, comparisons: 3 },
      'Adjusted for 3 comparisons (Holm), the p-value is 0.130',
    ],
  ] satisfies [Doubt, string][])('with the doubt %o is no clear difference, or probably better', (doubt, words) => {
    const unclear = said({ kind: 'no_clear_difference', doubts: [doubt] });
    expect(unclear).toMatchObject({ title: 'No clear difference yet', text: expect.stringContaining(words) });
    const leaning = said({ kind: 'leaning', doubts: [doubt] });
    expect(leaning.title).toBe('“test” is probably better than control');
    expect(leaning.text.toLowerCase()).toContain(words.toLowerCase());
  });

  test('leaves the best of several variants open while none reaches the chance alone', () => {
    const several = said({ cautions: [{ code: 'several_lead', probability: 0.6 }] });
    expect(several.title).toBe('A test variant is better than control');
    expect(several.cautions.join()).toContain('“test” leads, but the best test variant is not clear yet.');
  });

  test('worse gives the expected loss, and names no variant where there are several', () => {
    const worse = said({ kind: 'worse' }, { expected_loss: 0.024 });
    expect(worse.title).toBe('“test” is worse than control');
    expect(worse.text).toContain('Its expected loss is 2.40 percentage points.');
    const variants = [variant(), testVariant(), testVariant({ key: 'other' })];
    expect(said({ kind: 'worse' }, { variants }).title).toBe('No test variant beats control');
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

  /** Of each kind, a claim that no title of another kind makes. */
  const claims = {
    no_metric: /^No primary metric/,
    draft: /^Not (launched|started)/,
    no_exposures: /^Nobody/,
    collecting: /^(Collecting|Ended with too little)/,
    unhealthy: /^Unhealthy/,
    better: / is better than control$/,
    worse: /(worse than control|No test variant beats control)$/,
    leaning: /probably better/,
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

  test('peeking is warned of, with the planned size where there is one', () => {
    const look = (planned: 'open' | 'reached' | null) => cautioned({ code: 'early_look', planned });
    expect(look(null)).toContain('its always-valid interval includes zero');
    expect(look(null)).not.toContain('its planned size');
    expect(look('open')).toContain('Wait for its planned size');
    expect(look('reached')).toContain('Its planned size is reached');
  });

  test('a size over a year away comes with what to do', () => {
    const far = { code: 'fewer_than_needed', people: 4000, needed: 900_000, is_planned: false } as const;
    expect(cautioned({ ...far, days: 896 })).toContain('Set a minimum detectable effect in Setup');
    const near = cautioned({ ...far, needed: 9000, days: 5 });
    expect(near).toContain('4,000 of 9,000 people needed to detect a 5% effect so far');
    expect(near).not.toContain('over a year');
  });

  test('a change during the run and people in several variants are cautions', () => {
    expect(cautioned({ code: 'changed_during_run', changes: 1 })).toContain('changed while it ran');
    expect(cautioned({ code: 'in_several_variants', people: 40 })).toContain('40 people were seen in several variants');
  });

  test('few or simulated people make it a rehearsal', () => {
    expect(rehearsalWords(result())).toBeNull();
    expect(rehearsalWords(result({ health: health({ is_rehearsal: true }) }))).toContain('Rehearsal');
    const nobody = { exposure: exposure({ total: 0 }), health: health({ is_rehearsal: true }) };
    expect(rehearsalWords(result(nobody))).toBeNull();
  });
});
