import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#server/core/contract.ts';
import { type kindTraits, metricKind } from '#server/experiments/metrics/kind-contract.ts';
import { writtenMetric } from '#server/experiments/metrics/metric-contract.ts';
import { newEntry } from './entry-draft.ts';
import { filtersOf, type MetricDraft, readMetric, withKind } from './metric-draft.ts';

const events = [{ id: 'order placed' }];
const orders = { events: [{ id: 'order placed' }] };

const trend = (benchtop: JsonObject) => ({ insight: 'TRENDS', events, benchtop });

/** A metric of each kind with everything that the kind takes. */
const samples = {
  conversion: { insight: 'FUNNELS', events, funnel_window_days: 7, benchtop: { minimum_effect: 2 } },
  mean_count: trend({ window_days: 7, cap_share: 0.01 }),
  mean_property: trend({ kind: 'mean_property', property: 'amount', window_days: 7, cap_share: 0 }),
  ratio: trend({ kind: 'ratio', property: 'amount', denominator: orders, window_days: 7 }),
  retention: { insight: 'FUNNELS', events, benchtop: { kind: 'retention', return_days: [2, 9] } },
} satisfies Record<keyof typeof kindTraits, JsonObject>;

const edited = (given: JsonObject, edit: Partial<MetricDraft>) => filtersOf({ ...readMetric(given), ...edit });
const switched = (given: JsonObject, ...kinds: (keyof typeof kindTraits)[]) =>
  filtersOf(kinds.reduce(withKind, readMetric(given)));

describe('the kind of a metric', () => {
  test.each<[string, JsonObject, string]>([
    ['a conversion', {}, 'conversion'],
    ['a count', { insight: 'TRENDS' }, 'mean_count'],
    ['what is not known', { insight: 'TRENDS', benchtop: { kind: 'median' } }, 'mean_count'],
    ...metricKind.options.map((kind): [string, JsonObject, string] => [kind, samples[kind], kind]),
  ])('is read of %s', (_, given, kind) => expect(readMetric(given).kind).toBe(kind));

  test.each([
    ['conversion', 'mean_count', { insight: 'TRENDS', events, benchtop: { minimum_effect: 2, window_days: 7 } }],
    ['mean_count', 'conversion', { insight: 'FUNNELS', events, funnel_window_days: 7 }],
    ['mean_property', 'mean_count', trend({ window_days: 7, cap_share: 0 })],
    [
      'mean_property',
      'ratio',
      trend({ kind: 'ratio', property: 'amount', window_days: 7, cap_share: 0, denominator: {} }),
    ],
    ['ratio', 'mean_property', trend({ kind: 'mean_property', property: 'amount', window_days: 7 })],
    ['ratio', 'retention', { insight: 'FUNNELS', events, benchtop: { kind: 'retention', return_days: [1, 7] } }],
    ['retention', 'conversion', { insight: 'FUNNELS', events }],
    [
      'conversion',
      'retention',
      { insight: 'FUNNELS', events, benchtop: { kind: 'retention', return_days: [1, 7], minimum_effect: 2 } },
    ],
  ] as const)('switched from %s to %s keeps what fits', (from, to, expected) => {
    expect(switched(samples[from], to)).toEqual(expected);
  });

  test('switched away and back is as it was', () => {
    const kind = fc.constantFrom(...metricKind.options);
    fc.assert(
      fc.property(kind, fc.array(kind), (own, others) => {
        expect(switched(samples[own], ...others, own)).toEqual(samples[own]);
      }),
    );
  });

  test('sends nothing that the kind does not use, so that the server takes each switch that is complete', () => {
    const kind = fc.constantFrom(...metricKind.options);
    const complete = { property: 'amount', denominator: { ...readMetric(samples.ratio).denominator } };
    fc.assert(
      fc.property(kind, kind, (from, to) => {
        const sent = filtersOf(withKind({ ...readMetric(samples[from]), ...complete }, to));
        expect(writtenMetric.safeParse(sent).error?.issues).toBeUndefined();
      }),
    );
  });

  test('a window that a count does not use is restored for a conversion', () => {
    const given = { insight: 'TRENDS', events, funnel_window_days: 3 };
    expect(filtersOf(readMetric(given))).toEqual(given);
    expect(readMetric(given).window).toBeNull();
    expect(switched(given, 'conversion')).toEqual({ ...given, insight: 'FUNNELS' });
  });
});

describe('the options of a metric', () => {
  test.each<[string, JsonObject, Partial<MetricDraft>, JsonObject]>([
    ['a smallest effect', { events }, { minimumEffect: 2 }, { events, benchtop: { minimum_effect: 2 } }],
    [
      'none any more',
      samples.conversion,
      { minimumEffect: null },
      { insight: 'FUNNELS', events, funnel_window_days: 7 },
    ],
    ['no cap', samples.mean_count, { capShare: 0 }, trend({ window_days: 7, cap_share: 0 })],
    ['the default cap', samples.mean_count, { capShare: null }, trend({ window_days: 7 })],
    ['no window', samples.mean_count, { window: null }, trend({ cap_share: 0.01 })],
    [
      'a direction beside an old one',
      { events, direction: 'increase' },
      { direction: 'decrease' },
      { events, benchtop: { direction: 'decrease' } },
    ],
    [
      'a count as the numerator',
      samples.ratio,
      { property: null },
      trend({ kind: 'ratio', window_days: 7, denominator: orders }),
    ],
    [
      'keys that are not known',
      { events, benchtop: { own: 1 } },
      { minimumEffect: 5 },
      { events, benchtop: { own: 1, minimum_effect: 5 } },
    ],
  ])('%s', (_, given, edit, expected) => expect(edited(given, edit)).toEqual(expected));

  test('a denominator keeps its unknown keys', () => {
    const stored = trend({ kind: 'ratio', denominator: { ...orders, note: 1 } });
    const { denominator } = readMetric(stored);
    const entries = [{ ...newEntry(), target: 'viewed' }];
    expect(edited(stored, { denominator: { ...denominator, entries, property: 'count' } }).benchtop).toMatchObject({
      denominator: { note: 1, property: 'count', events: [{ id: 'viewed' }] },
    });
  });
});
