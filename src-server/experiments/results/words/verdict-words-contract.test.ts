import { describe, expect, test } from 'vitest';
import type { Experiment } from '../../contract.ts';
import type { MetricKind } from '../../metrics/kind-contract.ts';
import type { VariantResult } from '../results-contract.ts';
import type { Doubt, NextStep, Verdict, VerdictKind, VerdictStanding } from '../verdict/verdict-contract.ts';
import { verdictKind } from '../verdict/verdict-contract.ts';
import { basis } from './evidence-testing.ts';
import {
  atLooks,
  experiment,
  exposure,
  health,
  measuring,
  result,
  said,
  splitMismatch,
  trend,
  verdict,
} from './result-testing.ts';
import { chipVerdict, shortVerdict, verdictWords } from './verdict-words-contract.ts';

const none = { variant: null, next: [] };

describe('before there is a verdict', () => {
  test('without a metric it says so first', () => {
    const words = said({ ...none, kind: 'no_metric', next: [{ code: 'choose_metric' }] }, { variants: [] });
    expect(words).toMatchObject({ title: 'No primary metric', text: '', next: [expect.stringContaining('in Setup')] });
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
      { ...nobody, standing: 'not_decided', next: [{ code: 'check_code' }] },
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
    expect(excluded.title).toBe('Nobody who was exposed counts');
    expect(excluded.text).toBe('Apps reported exposures, and none of them counts.');
    expect(excluded.next).toEqual([
      'The project excludes everyone who saw one variant (2 people). Check Settings › Exclusions.',
    ]);
  });

  test('collecting gives the days left and the smallest variant, and claims nothing', () => {
    const few = exposure({ total: 118, by_variant: { control: 55, test: 63 } });
    const people: Verdict['people'] = { state: 'too_few', counted: 90, needed: 4000, smallest: 55, few: [] };
    const collecting = (of: Parameters<typeof health>[0], next: NextStep[] = [], standing: VerdictStanding = 'open') =>
      said(
        { ...none, kind: 'collecting', standing, next, people },
        { variants: [], exposure: few, health: health(of), basis: basis({ everyone: 118, mature: 90, counted: 90 }) },
      );
    const planned = { is_planned: true };
    const some = collecting({ ...planned, days_left: 4.2 });
    expect(some.title).toBe('Collecting data, about 5 days left');
    expect(some.text).toContain(
      '90 people of about 4,000 past their 14-day window (118 exposed) so far, 55 in the smallest variant.',
    );
    expect(some.text).not.toContain('the numbers below');
    const ended = collecting(planned, [], 'not_decided');
    expect(ended.title).toBe('Not decided: ended with too little data');
    expect(ended.text).toBe(
      '90 people of about 4,000 past their 14-day window (118 exposed), 55 in the smallest variant. A verdict needed 100 people in control and each variant with weight.',
    );
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
    const plan: Verdict['rests_on'] = { ...atLooks, basis: 'plan', lift: 0.18, interval: [0.02, 0.36], level: 0.965 };
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
      { code: 'few_conversions', conversions: 7.4, needed: 10, is_at_plan: false },
      'the smaller group is expected to have 7 of the 10 conversions that a verdict needs.',
    ],
    [
      { code: 'few_conversions', conversions: 7.4, needed: 10, is_at_plan: true },
      'at the planned number of people the smaller group was expected to have 7 of the 10 conversions that a verdict needs.',
    ],
    [
      { code: 'final_test', p_value: 0.0351 },
      'the test at the planned number of people has p = 0.036 and needs at most 0.035.',
    ],
    [
      { code: 'final_test', p_value: 0.2 },
      'the test at the planned number of people has p = 0.200 and needs at most 0.035.',
    ],
    [
      { code: 'looks_include_zero', low: -0.1, high: 0.4, level: 0.95 },
      'the always-valid interval (95% at any number of looks) includes zero.',
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

  test('names conversions by what the metric measures', () => {
    const doubts: Doubt[] = [{ code: 'few_conversions', conversions: 7.4, needed: 10, is_at_plan: false }];
    const of = (kind: MetricKind) =>
      said({ kind: 'no_clear_difference', doubts }, { metric: measuring({ kind }).metric }).text;
    for (const kind of ['conversion', 'retention'] as const)
      expect(of(kind)).toContain('have 7 of the 10 conversions that');
    for (const kind of ['mean_count', 'mean_property', 'ratio'] as const)
      expect(of(kind)).toContain('have 7 of the 10 people with a value other than 0 that');
  });

  test('a chip says how many are worse where none is better', () => {
    const [control, test] = result().variants as [VariantResult, VariantResult];
    const chip = (kind: Verdict['kind'], standing: VerdictStanding, ...outcomes: VariantResult['outcome'][]) =>
      chipVerdict({
        verdict: { ...result().verdict, kind, standing },
        variants: [control, ...outcomes.map((outcome, index) => ({ ...test, key: `v${index}`, outcome }))],
      });
    expect(chip('no_clear_difference', 'open', 'worse', 'no_clear_difference')).toBe('1 of 2 worse');
    expect(chip('no_clear_difference', 'decided', 'no_clear_difference')).toBe('No clear difference');
    expect(chip('better', 'open', 'worse', 'better')).toBe('Better');
    expect(chip('collecting', 'not_decided', 'collecting')).toBe('Not decided');
  });

  test.each([
    ['no_control', 'Control has no weight'],
    ['no_test_variant', 'Only control has weight'],
    ['nothing_to_compare', 'No value to compare'],
  ] as const)('a chip names what no waiting brings, as the title does: %s', (state, words) => {
    const people: Verdict['people'] = { state, counted: 300, needed: 400, smallest: 0, few: [] };
    for (const standing of ['open', 'not_decided'] as const) {
      const collecting = { ...none, kind: 'collecting' as const, standing, people };
      expect(chipVerdict({ verdict: { ...result().verdict, ...collecting }, variants: [] })).toBe(words);
      expect(said(collecting, { variants: [] }).title).toBe(words);
    }
  });

  test('names all variants for which it holds', () => {
    expect(said({ also: ['b'] }).title).toBe('“test” and “b” are better than control');
    expect(said({ kind: 'worse', also: ['b', 'c'] }).title).toBe('“test”, “b” and “c” are worse than control');
    expect(said({ kind: 'worse' }).title).toBe('“test” is worse than control');
  });

  test('names the variants that are worse where the others show no clear difference', () => {
    const [control, test] = result().variants as [VariantResult, VariantResult];
    const variants = [
      control,
      { ...test, outcome: 'no_clear_difference' as const },
      { ...test, key: 'b', outcome: 'worse' as const },
    ];
    const of = (standing: VerdictStanding) => said({ kind: 'no_clear_difference', standing }, { variants }).title;
    expect(of('open')).toBe('“b” is worse than control, no clear difference of “test” yet');
    expect(of('decided')).toBe('“b” was worse than control, no clear difference of “test”');
  });

  test('makes no claim about the cost of a worse variant', () => {
    expect(said({ kind: 'worse' }, { expected_loss: 0.024 }).text).not.toContain('loss');
  });

  test('a split mismatch comes with the expected numbers, and what to do', () => {
    const doubts: Doubt[] = [{ code: 'split_mismatch', p_value: 1e-9 }];
    const off = said({ kind: 'unhealthy', doubts, next: [{ code: 'start_new_run', cause: 'weights' }] });
    expect(off.text).toContain('“control” has 2,000 people (2,000 expected)');
    const odd = splitMismatch({ control: 171.5, test: 171.5 });
    const half = said(
      { kind: 'unhealthy' },
      {
        health: health({ sample_ratio: odd }),
        exposure: exposure({ total: 241, by_variant: { control: 240, test: 1 } }),
      },
    );
    expect(half.text).toContain('“control” has 240 people (171.5 expected), “test” has 1 person (171.5 expected)');
    expect(off.text).toContain('p < 0.0001');
    expect(off.next.join()).toContain('The weights changed during the run');
  });

  test('is said in the past when the run has ended, in the page and in rows', () => {
    const ended = (kind: VerdictKind, standing: VerdictStanding, also: string[] = []) => [
      said({ kind, standing, also }).title,
      shortVerdict({ standing }, kind),
    ];
    expect(ended('no_clear_difference', 'decided')).toEqual(['No clear difference', 'No clear difference']);
    expect(ended('better', 'decided')).toEqual(['“test” was better than control', 'Better']);
    expect(ended('worse', 'decided', ['b'])).toEqual(['“test” and “b” were worse than control', 'Worse']);
    expect(ended('leaning', 'not_decided')).toEqual(['Not decided: “test” led, not conclusively', 'Not decided']);
    expect(ended('collecting', 'not_decided')).toEqual(['Not decided: ended with too little data', 'Not decided']);
    expect(ended('unhealthy', 'not_decided')[0]).toBe('Unhealthy: the split did not match the weights');
    expect(shortVerdict({ standing: 'open' }, 'collecting')).toBe('Too early to say');
  });

  test('advise no rollout once a conclusion is recorded', () => {
    const next: Verdict['next'] = [
      { code: 'roll_out', variant: 'test' },
      { code: 'start_new_run', cause: 'weights' },
    ];
    const of = (conclusion: Experiment['conclusion']) => said({ next }, {}, { status: 'complete', conclusion }).next;
    expect(of(null)[0]).toBe('When you decide, ship “test” to everyone.');
    expect(of('won')).toEqual(of(null).slice(1));
    const check = said({ next: [{ code: 'check_lift', variant: 'test' }] }, {}, { conclusion: 'won' });
    expect(check.next).toEqual([]);
  });

  /** Of each kind, a claim that no title of another kind makes. */
  const claims = {
    no_metric: /^No primary metric/,
    draft: /^Not (launched|started)/,
    no_exposures: /^Nobody/,
    collecting: /^Collecting|ended with too little data$/,
    unhealthy: /^Unhealthy/,
    better: / (is|was) better than control$/,
    worse: / (is|was) worse than control$/,
    leaning: / (leads, not conclusive|led, not conclusively)$/,
    no_clear_difference: /^No clear difference/,
  } satisfies Record<VerdictKind, RegExp>;

  test('of each kind makes its own claim and no other, whatever the numbers beside it', () => {
    const results = [result(), trend(), result({ significant: false, significance_code: 'high_p_value' })];
    for (const kind of verdictKind.options) {
      for (const [about, standing] of [
        [experiment(), 'open'],
        [experiment({ status: 'complete' }), 'decided'],
        [experiment({ start_date: null }), 'open'],
      ] as const) {
        for (const numbers of results) {
          const { title } = verdictWords(about, { ...numbers, verdict: verdict({ kind, standing, next: [] }) });
          const claimed = verdictKind.options.filter((other) => claims[other].test(title));
          expect(claimed, `${kind}: ${title}`).toEqual([kind]);
        }
      }
    }
  });
});
