import fc from 'fast-check';
import { isoTime } from '../../core/text/time-contract.ts';
import { type Flag, flagInput } from '../../flags/contract.ts';
import { type Experiment, type ExperimentUpdate, experimentUpdate } from '../contract.ts';
import { runOf, statusOf } from './life-cycle.ts';
import { withFlag } from './variants.ts';

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
  .map(({ variants: list, ...rest }) => ({
    ...flagInput.parse({
      ...rest,
      filters: {
        groups: [{ rollout_percentage: 30, variant: list.at(-1)?.key }],
        multivariate: { variants: list },
        payloads: { control: '1', [list.at(-1)?.key ?? '']: '2' },
      },
    }),
    id: 1,
    version: 1,
    serves: null,
    created_by: null,
    created_at: isoTime(now),
    updated_at: isoTime(now),
    last_served_at: null,
    overrides: 0,
    owner_id: null,
    owner: null,
    last_requested_at: null,
    requests_since: isoTime(now),
    stale: [],
  }));

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
      const rest = {
        description: '',
        secondary_metrics: [],
        archived: false,
        conclusion: null,
        conclusion_comment: '',
        ending: null,
        tags: [],
        owner_id: null,
      };
      const state = { ...rest, ...given, name: 'Checkout', feature_flag_key: of.key };
      const at = isoTime(now);
      const stamps = { owner: null, created_by: null, created_at: at, updated_at: at, deleted_at: null };
      const status = statusOf(runOf(given), now);
      return {
        id: 1,
        ...withFlag(state, of),
        feature_flag: of.deleted ? null : of.id,
        serves: null,
        lacks_code: false,
        launch_warnings: [],
        status,
        ...stamps,
      };
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
