import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#server/core/contract.ts';
import { metricKind } from '#server/experiments/metrics/kind-contract.ts';
import { directionOf } from '#server/experiments/metrics/options-contract.ts';
import { copyOfEntry, newEntry, withTarget } from './entry-draft.ts';
import {
  filtersOf,
  isBlankMetric,
  namedMetricOf,
  newMetric,
  newNamedMetric,
  readMetric,
  readNamedMetric,
} from './metric-draft.ts';

const funnel = {
  insight: 'FUNNELS',
  events: [
    { id: 'viewed', name: 'viewed', type: 'events', order: 0, custom: 1 },
    { id: 'bought', order: 2, properties: [{ key: 'plan', value: 'pro', type: 'person', note: 'x' }] },
  ],
  actions: [{ id: 7, name: 'Added to cart', order: 1 }],
  date_from: '-7d',
};

const anyOptions = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      kind: fc.constantFrom(...metricKind.options, 'other', null),
      direction: fc.constantFrom('increase', 'decrease', null),
      minimum_effect: fc.oneof(fc.double(), fc.string()),
      window_days: fc.oneof(fc.double(), fc.string()),
      property: fc.oneof(fc.string(), fc.constant(null)),
      denominator: fc.oneof(
        fc.jsonValue(),
        fc.record({ events: fc.jsonValue(), property: fc.jsonValue(), own: fc.nat() }),
      ),
      return_days: fc.oneof(fc.tuple(fc.nat(9), fc.nat(9)), fc.jsonValue()),
      cap_share: fc.oneof(fc.double(), fc.constant(null)),
      own: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
);

/** Anything a client may have sent: known keys with fitting and unfitting values, and others. */
const anyFilters = fc.record(
  {
    insight: fc.constantFrom('FUNNELS', 'TRENDS', null, 3),
    direction: fc.constantFrom('increase', 'decrease', null, 'up'),
    benchtop: anyOptions,
    funnel_window_days: fc.oneof(fc.double(), fc.constant(null), fc.string()),
    properties: fc.jsonValue(),
    events: fc.oneof(
      fc.jsonValue(),
      fc.array(fc.record({ id: fc.oneof(fc.string(), fc.constant(null)), order: fc.nat() }, { requiredKeys: [] })),
    ),
    actions: fc.oneof(fc.jsonValue(), fc.array(fc.record({ id: fc.nat(), order: fc.nat() }, { requiredKeys: ['id'] }))),
    other: fc.jsonValue(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

/** Returns the value as it arrives: without what JSON cannot express. */
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonObject;

describe('a metric as its card holds it', () => {
  test('showing filters changes nothing in them', () => {
    fc.assert(
      fc.property(anyFilters.map(asJson), (filters) => {
        expect(JSON.stringify(filtersOf(readMetric(filters)))).toBe(JSON.stringify(filters));
        const outer = { name: 'm', filters, extra: [1] };
        expect(JSON.stringify(namedMetricOf(readNamedMetric(outer)))).toBe(JSON.stringify(outer));
      }),
    );
  });

  test('keys that are not known survive every change of the card', () => {
    fc.assert(
      fc.property(anyFilters.map(asJson), (filters) => {
        const metric = readMetric(filters);
        const changed = filtersOf({
          ...metric,
          kind: 'conversion',
          direction: 'decrease',
          window: 3,
          entries: [...metric.entries.toReversed(), { ...newEntry(), target: 'bought' }],
        });
        expect(changed).toMatchObject({ funnel_window_days: 3 });
        expect(directionOf(changed)).toBe('decrease');
        expect(changed.other).toEqual(filters.other);
      }),
    );
  });

  test('what was written is read back the same, in any order of events and actions', () => {
    const entry = fc
      .record({ of: fc.constantFrom('event' as const, 'action' as const), target: fc.nat({ max: 99 }).map(String) })
      .map(({ of, target }) => ({ ...newEntry(of), target }));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
        const said = (list: { of: string; target: string }[]) => list.map(({ of, target }) => `${of} ${target}`);
        const filters = filtersOf({ ...newMetric(), entries });
        expect(said(readMetric(filters).entries)).toEqual(said(entries));
      }),
    );
  });

  test('steps are read by their order field, and moving one changes only that field', () => {
    const metric = readMetric(funnel);
    expect(metric.entries.map(({ of, target }) => [of, target])).toEqual([
      ['event', 'viewed'],
      ['action', '7'],
      ['event', 'bought'],
    ]);
    const [viewed, added, bought] = metric.entries;
    if (viewed === undefined || added === undefined || bought === undefined) throw new Error('three steps');
    expect(filtersOf({ ...metric, entries: [added, bought, viewed] })).toEqual({
      ...funnel,
      events: [
        { ...funnel.events[1], order: 1 },
        { ...funnel.events[0], order: 2 },
      ],
      actions: [{ id: 7, name: 'Added to cart', order: 0 }],
    });
  });

  test('another event in the place of one takes its filters and unknown keys, but not its name', () => {
    const metric = readMetric(funnel);
    const [viewed] = metric.entries;
    if (viewed === undefined) throw new Error('a step');
    expect(filtersOf({ ...metric, entries: [withTarget(viewed, 'event', 'seen')] })).toMatchObject({
      events: [{ id: 'seen', type: 'events', custom: 1, order: 0 }],
      actions: [],
    });
    expect(filtersOf({ ...metric, entries: [withTarget(viewed, 'any', '')] }).events).toEqual([
      { id: null, type: 'events', custom: 1, order: 0 },
    ]);
  });

  test('what was added and not filled in is not sent', () => {
    expect(filtersOf(newMetric())).toEqual({ insight: 'FUNNELS' });
    expect(filtersOf({ ...newMetric(), entries: [newEntry(), { ...newEntry(), target: 'a' }] })).toEqual({
      insight: 'FUNNELS',
      events: [{ id: 'a' }],
    });
    expect(filtersOf({ ...newMetric(), entries: [newEntry('any')] }).events).toEqual([{ id: null }]);
    expect(isBlankMetric(newNamedMetric())).toBe(true);
    expect(isBlankMetric({ ...newNamedMetric(), name: 'Revenue' })).toBe(false);
  });

  test('a copy of a step has rows of its own', () => {
    const [, , bought] = readMetric(funnel).entries;
    if (bought === undefined) throw new Error('three steps');
    const copy = copyOfEntry(bought);
    expect(copy.id).not.toBe(bought.id);
    expect(copy.properties[0]?.id).not.toBe(bought.properties[0]?.id);
    expect(copy.given).toEqual(bought.given);
  });
});
