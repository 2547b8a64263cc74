import { parseJson } from '../core/json/parse-json-contract.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import { testRunNameSql } from '../test-runs/in-test-run.ts';
import { PropertyComparison, shownValues, typesOf } from './compare-properties.ts';
import type { DiffMask, EventDiff } from './contract.ts';
import { differencesOf } from './differences-contract.ts';
import { createMasks } from './masks.ts';
import type { PreviousEvent } from './previous-contract.ts';

export type EventDiffArgs = {
  projectId: number;
  uuid: string;
  other: { previous: PreviousEvent } | { uuid: string };
  masks: DiffMask[];
};

/** The parameter whose event does not exist, with its value. */
type MissingEvent = { missing: 'uuid' | 'with'; uuid: string };

type Row = Omit<NonNullable<EventDiff['old']>, 'timestamp'> & {
  id: number;
  nameId: number;
  runId: number | null;
  timestamp: number;
  properties: string;
};

/** Earlier events of the name from which masks are learned. */
const maxLearned = 50;
/** Ids searched at a time. */
const batchSize = 500;
/** Larger properties are not learned from. */
const maxLearnedBytes = 20_000;

/** Compares two accepted events. Pauses while it looks for an earlier one. */
export function* compareEvents(
  database: Database,
  { projectId, uuid, other, masks }: EventDiffArgs,
): Generator<undefined, EventDiff | MissingEvent> {
  const select = `SELECT e.id, e.name_id AS nameId, e.test_run_id AS runId, e.uuid, n.name AS event, d.value AS distinct_id,
      e.timestamp, ${testRunNameSql('e.test_run_id')}, e.properties
    FROM events e JOIN event_names n ON n.id = e.name_id JOIN distinct_ids d ON d.id = e.distinct_ref`;
  const byUuid = database.prepare<[number, string], Row>(`${select} WHERE e.project_id = ? AND e.uuid = ?`);
  const byId = database.prepare<[number], Row>(`${select} WHERE e.id = ?`);
  const now = byUuid.get(projectId, uuid);
  if (now === undefined) return { missing: 'uuid', uuid };
  let old: Row | undefined;
  if ('uuid' in other) {
    old = byUuid.get(projectId, other.uuid);
    if (old === undefined) return { missing: 'with', uuid: other.uuid };
  } else {
    const previous = previousOf(database, now);
    const wanted = other.previous === 'previous' ? previous : yield* previousInRun(database, now);
    old = wanted === undefined ? undefined : byId.get(wanted);
    if (old === undefined) {
      const reason = previous === undefined ? 'no_older_event' : 'none_in_test_run';
      return { old: null, old_missing: reason, new: shapeOf(now), is_same: false, differences: [] };
    }
  }

  const maskOf = createMasks(masks);
  const learned = learnedFrom(database, now);
  const differences = differencesOf(parseJson(old.properties), parseJson(now.properties)).map((difference) => {
    const { path, kind } = difference;
    const isLearned = () => learned.has(JSON.stringify(path));
    const masked = maskOf(now.event, difference, isLearned);
    return { path, kind, ...masked, ...typesOf(difference), ...shownValues(difference) };
  });
  const isSame = old.event === now.event && differences.every(({ mask }) => mask !== null);
  return { old: shapeOf(old), old_missing: null, new: shapeOf(now), is_same: isSame, differences };
}

/** The id of the event of the same name that arrived before. */
const previousOf = (database: Database, { nameId, id }: Row) =>
  database
    .prepare<[number, number], number>(
      'SELECT id FROM main.events INDEXED BY events_by_name WHERE name_id = ? AND id < ? ORDER BY id DESC LIMIT 1',
    )
    .pluck()
    .get(nameId, id);

/**
 * Finds the previous event of the same name in its test run, or without one. No index has both: reads those of the run, or of the
 * name for an event without one, from the newest back.
 */
function* previousInRun(database: Database, { nameId, runId, id }: Row): Generator<undefined, number | undefined> {
  const [index, key, isWanted] =
    runId === null
      ? ['events_by_name', 'name_id', 'test_run_id IS NULL']
      : ['events_by_test_run', 'test_run_id', `name_id = ${nameId}`];
  const batch = database.prepare<[number, number], { id: number; isWanted: 0 | 1 }>(
    `SELECT id, ${isWanted} AS isWanted FROM main.events INDEXED BY ${index}
     WHERE ${key} = ? AND id < ? ORDER BY id DESC LIMIT ${batchSize}`,
  );
  for (let before = id; ; ) {
    const rows = batch.all(runId ?? nameId, before);
    const found = rows.find((row) => row.isWanted === 1);
    const last = rows.at(-1);
    if (found !== undefined || last === undefined || rows.length < batchSize) return found?.id;
    before = last.id;
    yield;
  }
}

const shapeOf = ({ uuid, event, distinct_id, timestamp, test_run }: Row) => ({
  uuid,
  event,
  distinct_id,
  timestamp: isoTime(timestamp),
  test_run,
});

/** Returns the places whose values differ from each event of the name to the next, such as ids and times. */
function learnedFrom(database: Database, { nameId, id }: Row): Set<string> {
  const rows = database.prepare<[number, number], { uuid: string; properties: string }>(
    `SELECT e.uuid, e.properties FROM main.events n INDEXED BY events_by_name CROSS JOIN events e ON e.id = n.id
     WHERE n.name_id = ? AND n.id <= ? AND octet_length(e.properties) <= ${maxLearnedBytes} ORDER BY n.id DESC LIMIT ${maxLearned}`,
  );
  const events = rows.all(nameId, id);
  const comparison = new PropertyComparison();
  for (const [index, now] of events.entries()) {
    const old = events[index + 1];
    if (old !== undefined) comparison.add('', old, now);
  }
  const learned = comparison.differences(createMasks([]));
  return new Set(learned.filter(({ mask }) => mask === 'learned').map(({ path }) => JSON.stringify(path)));
}
