import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { type FlagChange, type FlagState, variantsOf } from '../../flags/contract.ts';
import { stateChangeSql } from '../../flags/state-changes-sql.ts';
import type { Experiment } from '../contract.ts';
import { plannedPeople } from '../results/schedule-contract.ts';
import { readChangesOfAll } from './changes-of-all.ts';
import { haveSameKeys, haveSameWeights } from './flag/variants.ts';
import type { RunChangeKind } from './history-contract.ts';
import { lastLaunchSql } from './last-launch-sql.ts';

/** `end_at`: the last millisecond of the run. A change at its end, as the rollout of a winner, comes after it. */
type PastRun = { start_at: number; end_at: number; flag_id: number; launch_change: number };
type FlagRow = { kind: FlagChange['kind']; at: number; before: string; after: string };
export type RunChange = { kind: RunChangeKind; at: string };
type RunArgs = { experimentId: number; now: number };

/** Selects the `flag_changes` of an override for everyone. */
const ofEveryoneSql = `(kind IN ('override_set', 'override_cleared') AND ifnull(after, before) ->> '$.distinct_id' IS NULL)`;

/**
 * Reads the changes up to `now` (milliseconds UTC) that affect the results of a run, oldest first: those of the flag until its end,
 * and those of `readChangesOfAll`.
 */
export function readRunChanges(database: Database, { experimentId, now }: RunArgs): RunChange[] {
  const run = readRun(database, experimentId, now);
  if (run === undefined) return [];
  const ofFlag = database
    .prepare<PastRun, FlagRow>(
      // Before a launch that turned the flag on, nobody had it, whatever its start date.
      `SELECT kind, at, before, after FROM flag_changes WHERE flag_id = :flag_id AND id <> :launch_change
         AND (id > :launch_change OR (SELECT before ->> '$.active' FROM flag_changes WHERE id = :launch_change))
         AND (${stateChangeSql} OR ${ofEveryoneSql}) AND at BETWEEN :start_at AND :end_at`,
    )
    .all(run)
    .flatMap(({ at, ...change }) => kindsOf(change).map((kind) => ({ kind, at })));
  const ofAll = readChangesOfAll(database, { experimentId, now, start_at: run.start_at, end_at: run.end_at });
  const all = [...ofFlag, ...ofAll].toSorted((one, other) => one.at - other.at);
  return all.map(({ kind, at }) => ({ kind, at: isoTime(at) }));
}

/** Returns an ended experiment with the variants that its flag had at the end: later ones are of what is served since. */
export function withVariantsOfRun(database: Database, experiment: Experiment): Experiment {
  if (experiment.status !== 'complete') return experiment;
  const state = database
    .prepare<object, string>(
      `SELECT before FROM flag_changes WHERE flag_id = (SELECT flag_id FROM experiments WHERE id = :id)
         AND at >= (SELECT end_at FROM experiments WHERE id = :id) AND ${stateChangeSql} ORDER BY id LIMIT 1`,
    )
    .pluck()
    .get({ id: experiment.id });
  const variants = state === undefined ? [] : variantsOf((JSON.parse(state) as FlagState).filters);
  return variants.length === 0 ? experiment : { ...experiment, variants };
}

/** Reads all keys of the flag during the run, the present one first; exposures can have any of them. */
export function readFlagKeys(database: Database, { experimentId, now }: RunArgs): string[] {
  const current = database
    .prepare<[number], string>('SELECT f.key FROM experiments e JOIN flags f ON f.id = e.flag_id WHERE e.id = ?')
    .pluck()
    .all(experimentId);
  const run = readRun(database, experimentId, now);
  if (run === undefined) return current;
  const former = database
    .prepare<PastRun, string>(
      `SELECT before ->> '$.key' FROM flag_changes WHERE flag_id = :flag_id AND ${stateChangeSql}
         AND at BETWEEN :start_at AND :end_at`,
    )
    .pluck()
    .all(run);
  return [...new Set([...current, ...former])];
}

/**
 * Reads the number of people planned at the launch, and the one planned now; null without. Later plans cannot decide when the
 * experiment is tested, as they may follow from what somebody saw.
 */
export function readPlannedPeople(
  database: Database,
  experimentId: number,
): { launched: number | null; now: number | null } {
  const row = database
    .prepare<object, { now: string; launched: string }>(
      `SELECT e.parameters AS now, ifnull(c.before -> '$.parameters', e.parameters) AS launched
       FROM experiments e LEFT JOIN experiment_changes c ON c.id =
         (SELECT min(id) FROM experiment_changes WHERE experiment_id = e.id AND json_type(before, '$.parameters') IS NOT NULL
            AND id > ${lastLaunchSql})
       WHERE e.id = :experimentId`,
    )
    .get({ experimentId });
  const people = (parameters = '{}') => plannedPeople({ parameters: JSON.parse(parameters) });
  return { launched: people(row?.launched), now: people(row?.now) };
}

/** Reads whether the flag gives all people of a group the same variant, which it cannot change during the run. */
export function readIsByGroup(database: Database, experimentId: number): boolean {
  const type = database
    .prepare<[number], number | null>(
      `SELECT f.filters ->> '$.aggregation_group_type_index' FROM experiments e JOIN flags f ON f.id = e.flag_id WHERE e.id = ?`,
    )
    .pluck();
  return (type.get(experimentId) ?? null) !== null;
}

/** Reads when another flag took a former key of the flag, milliseconds UTC; Infinity where none did. */
export function readKeyReuse(database: Database, experimentId: number, key: string): number {
  const taken = database
    .prepare<[number, string, string], number | null>(
      `SELECT min(c.at) FROM experiments e JOIN flags f ON f.id = e.flag_id JOIN flag_changes c ON c.project_id = e.project_id
       WHERE e.id = ? AND f.key <> ? AND c.flag_id <> f.id AND c.at >= e.start_at
         AND c.after ->> '$.key' = ? AND NOT c.after ->> '$.deleted'`,
    )
    .pluck();
  return taken.get(experimentId, key, key) ?? Infinity;
}

function readRun(database: Database, experimentId: number, now: number): PastRun | undefined {
  return database
    .prepare<object, PastRun>(
      `SELECT start_at, iif(end_at <= :now, end_at - 1, :now) AS end_at, flag_id, ifnull(launch_change, 0) AS launch_change
       FROM experiments WHERE id = :experimentId AND start_at <= :now`,
    )
    .get({ experimentId, now });
}

function kindsOf({ kind, before, after }: Omit<FlagRow, 'at'>): RunChangeKind[] {
  if (kind === 'override_set' || kind === 'override_cleared') return before === after ? [] : ['override_changed'];
  return kindsOfStates(JSON.parse(before), JSON.parse(after));
}

function kindsOfStates(before: FlagState, after: FlagState): RunChangeKind[] {
  const [from, to] = [before.filters, after.filters];
  const [variantsBefore, variantsAfter] = [variantsOf(from), variantsOf(to)];
  const areSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const kinds: (RunChangeKind | false)[] = [
    before.deleted !== after.deleted && (after.deleted ? 'flag_deleted' : 'flag_restored'),
    before.active !== after.active && (after.active ? 'flag_turned_on' : 'flag_turned_off'),
    before.key !== after.key && 'flag_renamed',
    haveSameKeys(variantsBefore, variantsAfter)
      ? !haveSameWeights(variantsBefore, variantsAfter) && 'weights_changed'
      : 'variants_changed',
    !areSame(from.groups, to.groups) && 'conditions_changed',
    !areSame(from.payloads, to.payloads) && 'payloads_changed',
    before.ensure_experience_continuity !== after.ensure_experience_continuity && 'continuity_changed',
  ];
  return kinds.filter((kind) => kind !== false);
}
