import fc from 'fast-check';
import { isoTime } from '../../core/text/time-contract.ts';
import { type Flag, flagFilters } from '../../flags/contract.ts';
import { flagOf } from '../../flags/flag-testing.ts';
import { type Experiment, type ExperimentUpdate, experimentUpdate } from '../contract.ts';
import { experimentOf } from '../experiment-testing.ts';
import { withFlag } from './flag/variants.ts';
import { runOf, statusOf } from './life-cycle.ts';

export const now = Date.UTC(2026, 0, 10);
const day = 86_400_000;

export const keys = fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map((others) => ['control', ...others]);
export const variants = fc.tuple(keys, fc.integer({ min: 0, max: 100 })).map(([all, weight]) =>
  all.map((key, index) => ({
    key,
    name: '',
    rollout_percentage: index === 0 ? weight : index === 1 ? 100 - weight : 0,
  })),
);

export const flag: fc.Arbitrary<Flag> = fc
  .record({ key: fc.constantFrom('one', 'two'), active: fc.boolean(), deleted: fc.boolean(), variants })
  .map(({ variants: list, ...rest }) => {
    const filters = flagFilters.parse({
      groups: [{ rollout_percentage: 30, variant: list.at(-1)?.key }],
      multivariate: { variants: list },
      payloads: { control: '1', [list.at(-1)?.key ?? '']: '2' },
    });
    return flagOf({ ...rest, filters });
  });

const date = fc.option(fc.integer({ min: -3, max: 3 }).map((days) => isoTime(now + days * day)));
const metric = fc.constantFrom({}, { insight: 'TRENDS' });
export const parameters = fc.oneof(
  fc.constant({ a: 1 }),
  variants.map((list) => ({ feature_flag_variants: list })),
);

export const experiment = (of: Flag): fc.Arbitrary<Experiment> =>
  fc
    .record({ start_date: date, end_date: date, filters: metric, parameters })
    .filter(({ start_date: start, end_date: end }) => end === null || (start !== null && start <= end))
    .map((given) => {
      const state = experimentOf({ ...given, status: statusOf(runOf(given), now) });
      return { ...state, ...withFlag(state, of), feature_flag: of.deleted ? null : of.id };
    });

export const update: fc.Arbitrary<ExperimentUpdate> = fc
  .record(
    {
      name: fc.constantFrom('Checkout', 'Other'),
      feature_flag_key: fc.constantFrom('one', 'two'),
      start_date: date,
      end_date: date,
      filters: metric,
      parameters,
      archived: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((sent) => experimentUpdate.parse(sent));

export const situation = flag.chain((linked) =>
  fc.record({
    before: experiment(linked),
    linked: fc.record({
      flag: fc.constant(linked),
      rival: fc.option(fc.constant('Rival'), { nil: undefined }),
      isOwn: fc.boolean(),
      isShared: fc.boolean(),
    }),
    update,
  }),
);

export type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never;
