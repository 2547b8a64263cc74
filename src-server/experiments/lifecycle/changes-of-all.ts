import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../core/contract.ts';
import type { Database } from '../../database/open.ts';
import { noExclusions } from '../../projects/contract.ts';
import { type Experiment, experimentParameters } from '../contract.ts';
import { leavesTestRunsOut } from '../metrics/options-contract.ts';
import { metricsIn } from '../results/metrics-in.ts';
import { usesSavedMetric } from '../saved-metrics/uses-sql.ts';
import { type CountedAction, countedBy } from './action-changes.ts';
import type { RunChangeKind } from './history-contract.ts';
import { lastLaunchSql } from './last-launch-sql.ts';

type ChangeOfAll = { kind: RunChangeKind; at: number };
/** Times are milliseconds UTC. `end_at`: at most `now`. */
type RunUntilNow = { experimentId: number; start_at: number; end_at: number; now: number };
/** What a change had before it, or after it: the changed fields. */
type Side = Partial<Pick<Experiment, 'filters' | 'parameters' | 'secondary_metrics'>> & { action?: CountedAction };
type Step<Value> = { at: number; before: Value; after: Value };
/** Of the action or saved metric `id`. */
type StepOf = Step<unknown> & { id: number };

/**
 * Reads the changes since the start that apply to everyone: those of saved metrics until the end, which an ended experiment keeps,
 * and those of its own metrics, their actions, CUPED and exclusions also after it. Leaves out what is again as it was at the start.
 */
export function readChangesOfAll(database: Database, run: RunUntilNow): ChangeOfAll[] {
  const steps = readOwnSteps(database, run);
  const ownChanges = (kind: RunChangeKind, valueIn: (side: Side) => unknown) =>
    changesOf(
      kind,
      steps.map(({ at, before, after }) => ({ at, before: valueIn(before), after: valueIn(after) })),
    );
  return [
    ...ownChanges('metric_changed', ({ filters }) => filters && withoutTestRuns(filters)),
    ...ownChanges('test_runs_changed', ({ filters }) => filters && leavesTestRunsOut(filters)),
    ...ownChanges('guardrails_changed', ({ secondary_metrics: metrics }) => metrics && guardrailsIn(metrics)),
    ...ownChanges('cuped_changed', ({ parameters }) => parameters && cupedDaysIn(parameters)),
    ...changesOf('exclusions_changed', readExclusionSteps(database, run)),
    ...changesOfEach('saved_metric_changed', readSavedMetricSteps(database, run)),
    ...changesOfEach('action_changed', actionStepsOf(steps)),
  ];
}

/** Returns the changes of a value; none if the last one is the first again. `undefined` on both sides is another field's change. */
function changesOf(kind: RunChangeKind, steps: readonly Step<unknown>[]): ChangeOfAll[] {
  const changes = steps.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  return isDeepStrictEqual(changes[0]?.before, changes.at(-1)?.after) ? [] : changes.map(({ at }) => ({ kind, at }));
}

/** Returns those of several values, by the id of each; changes at one time are one. */
function changesOfEach(kind: RunChangeKind, steps: readonly StepOf[]): ChangeOfAll[] {
  const changes = [...Map.groupBy(steps, ({ id }) => id).values()].flatMap((of) => changesOf(kind, of));
  return [...new Map(changes.map((change) => [change.at, change])).values()];
}

function readOwnSteps(database: Database, run: RunUntilNow): Step<Side>[] {
  return database
    .prepare<RunUntilNow, Step<string>>(
      `SELECT at, before, after FROM experiment_changes
       WHERE experiment_id = :experimentId AND at BETWEEN :start_at AND :now AND id > ${lastLaunchSql} ORDER BY id`,
    )
    .all(run)
    .map(({ at, before, after }) => ({ at, before: JSON.parse(before), after: JSON.parse(after) }));
}

function withoutTestRuns(filters: JsonObject): JsonObject {
  const { benchtop, ...metric } = filters;
  const { exclude_test_runs: _, ...options } = Object(benchtop);
  return Object.keys(options).length === 0 ? metric : { ...metric, benchtop: options };
}

/** Returns what the guardrails of stored secondary metrics count and accept, as text. Their names and places do not matter. */
function guardrailsIn(secondary: Experiment['secondary_metrics']): string {
  return metricsIn({ secondary_metrics: secondary })
    .map(({ filters }) => filters)
    .filter(({ benchtop }) => (benchtop?.guardrail ?? null) !== null)
    .map((filters) => JSON.stringify(filters))
    .toSorted()
    .join();
}

const cupedDaysIn = (parameters: JsonObject) =>
  experimentParameters.safeParse(parameters).data?.benchtop?.cuped?.days ?? 0;

const actionStepsOf = (steps: readonly Step<Side>[]): StepOf[] =>
  steps.flatMap(({ at, before: { action: before }, after: { action: after } }) =>
    before === undefined || after === undefined
      ? []
      : [{ id: after.id, at, before: countedBy(before), after: countedBy(after) }],
  );

function readExclusionSteps(database: Database, run: RunUntilNow): Step<unknown>[] {
  return database
    .prepare<RunUntilNow, Step<string>>(
      `SELECT at, before, after FROM (
         SELECT at, lag(exclusions, 1, '${JSON.stringify(noExclusions)}') OVER (ORDER BY id) AS before, exclusions AS after
         FROM experiment_exclusions WHERE project_id = (SELECT project_id FROM experiments WHERE id = :experimentId))
       WHERE at BETWEEN :start_at AND :now`,
    )
    .all(run);
}

function readSavedMetricSteps(database: Database, run: RunUntilNow): StepOf[] {
  return database
    .prepare<RunUntilNow, StepOf>(
      // What follows the last change of the run may itself have changed after the end.
      `SELECT id, at, before, after FROM (
         SELECT v.metric_id AS id, v.until AS at, v.filters AS before,
           ifnull(lead(v.filters) OVER (PARTITION BY v.metric_id ORDER BY v.until, v.id), m.filters) AS after
         FROM saved_metric_versions v JOIN saved_metrics m ON m.id = v.metric_id JOIN experiments e ON e.project_id = v.project_id
         WHERE e.id = :experimentId AND ${usesSavedMetric('v.metric_id')})
       WHERE at BETWEEN :start_at AND :end_at`,
    )
    .all(run);
}
