import fc from 'fast-check';
import { dayMs } from '../../core/text/time-contract.ts';

export const variants = ['control', 'test', 'third'];
const first = Date.UTC(2026, 10, 1);
export const last = first + 12 * dayMs;

/** Few moments, around the ends of days and runs, so that many coincide. */
const moment = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom(0, 1, dayMs / 2, dayMs - 1))
  .map(([day, rest]) => first + day * dayMs + rest);
export const who = fc.constantFrom('a', 'b', 'c', 'd', ...variants);
export const properties = fc.record({ n: fc.constantFrom(1, 2, '1') }, { requiredKeys: [] });

export type Sent =
  | { kind: 'called'; who: string; value: string | boolean; at: number }
  | { kind: 'did'; who: string; name: string; properties: object; at: number; plan: string | undefined }
  | { kind: 'merged'; who: string; other: string; at: number };
export const sent: fc.Arbitrary<Sent> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('called' as const),
      who,
      value: fc.constantFrom('control', 'control', 'test', 'test', 'third', false, 'gone'),
      at: moment,
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('did' as const),
      who,
      name: fc.constantFrom('view', 'buy', 'pay'),
      properties,
      at: moment,
      plan: fc.constantFrom(undefined, undefined, undefined, 'team', 'free'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merged' as const), who, other: who, at: moment }) },
);

const conditions = fc.constantFrom<object[]>(
  [],
  [],
  [],
  [{ key: 'n', value: 1 }],
  [{ key: 'plan', value: 'team', type: 'person' }],
  [
    { key: 'n', operator: 'is_not_set' },
    { key: 'plan', operator: 'is_not', value: 'free', type: 'person' },
  ],
);
export type Entry = { action: number | null; id: string | null; properties: object[] };
const entry: fc.Arbitrary<Entry> = fc.record({
  action: fc.constantFrom(null, null, null, 0, 1),
  id: fc.constantFrom('view', 'buy', 'pay', 'pay', null),
  properties: conditions,
});
export const metric = fc.record({
  insight: fc.constantFrom('FUNNELS', 'TRENDS'),
  entries: fc.array(entry, { minLength: 1, maxLength: 3 }),
  windowDays: fc.constantFrom(0.5, 1, 3, 14),
  properties: conditions,
});
export type Metric = typeof metric extends fc.Arbitrary<infer Value> ? Value : never;
export const history = fc.record({
  sent: fc.array(sent, { minLength: 5, maxLength: 60 }),
  metrics: fc.array(metric, { minLength: 1, maxLength: 4 }),
  start: moment,
  end: fc.option(moment),
  carries: fc.boolean(),
});
export type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;
