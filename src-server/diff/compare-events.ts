import type { JsonObject } from '../core/contract.ts';
import { isoTime } from '../core/time.ts';
import type { Database } from '../database/open.ts';
import { PropertyComparison, shownValues, typesOf } from './compare-properties.ts';
import type { DiffMask, EventDiff } from './contract.ts';
import { differencesOf } from './differences-contract.ts';
import { createMasks } from './masks.ts';

/** `other`: a uuid; null for the event of the same name that arrived before. */
export type EventDiffArgs = { projectId: number; uuid: string; other: string | null; masks: DiffMask[] };

type Row = Omit<NonNullable<EventDiff['old']>, 'timestamp'> & {
  id: number;
  nameId: number;
  timestamp: number;
  properties: string;
};

/** Events of the name before the old one, from which masks are learned. */
const maxLearned = 50;
/** Larger properties are not learned from. */
const maxLearnedBytes = 20_000;

/** Compares two accepted events; null if one is not there. */
export function compareEvents(database: Database, { projectId, uuid, other, masks }: EventDiffArgs): EventDiff | null {
  const select = `SELECT e.id, e.name_id AS nameId, e.uuid, n.name AS event, d.value AS distinct_id, e.timestamp,
      (SELECT name FROM test_runs WHERE id = e.test_run_id) AS test_run, e.properties
    FROM events e JOIN event_names n ON n.id = e.name_id JOIN distinct_ids d ON d.id = e.distinct_ref`;
  const byUuid = database.prepare<[number, string], Row>(`${select} WHERE e.project_id = ? AND e.uuid = ?`);
  const now = byUuid.get(projectId, uuid);
  if (now === undefined) return null;
  const previous = database.prepare<[number, number], Row>(
    `${select} WHERE e.name_id = ? AND e.id < ? ORDER BY e.id DESC LIMIT 1`,
  );
  const old = other === null ? previous.get(now.nameId, now.id) : byUuid.get(projectId, other);
  if (old === undefined)
    return other === null ? { old: null, new: shapeOf(now), is_same: false, differences: [] } : null;

  const maskOf = createMasks(masks);
  const learned = learnedFrom(database, now);
  const differences = differencesOf(JSON.parse(old.properties), JSON.parse(now.properties)).map((difference) => {
    const { path, kind } = difference;
    const isLearned = () => learned.has(JSON.stringify(path));
    const mask = kind === 'value' ? maskOf(now.event, path, isLearned) : null;
    return { path, kind, mask, ...typesOf(difference), ...shownValues(difference) };
  });
  const isSame = old.event === now.event && differences.every(({ mask }) => mask !== null);
  return { old: shapeOf(old), new: shapeOf(now), is_same: isSame, differences };
}

const shapeOf = ({ uuid, event, distinct_id, timestamp, test_run }: Row) => ({
  uuid,
  event,
  distinct_id,
  timestamp: isoTime(timestamp),
  test_run,
});

/** The places whose values differ from each event of the name to the next, as ids and times do. */
function learnedFrom(database: Database, { nameId, id }: Row): Set<string> {
  const rows = database.prepare<[number, number], { uuid: string; properties: string }>(
    `SELECT uuid, properties FROM events INDEXED BY events_by_name
     WHERE name_id = ? AND id <= ? AND octet_length(properties) <= ${maxLearnedBytes} ORDER BY id DESC LIMIT ${maxLearned}`,
  );
  const events = rows.all(nameId, id).map((row): { uuid: string; properties: JsonObject } => ({
    uuid: row.uuid,
    properties: JSON.parse(row.properties),
  }));
  const comparison = new PropertyComparison();
  for (const [index, now] of events.entries()) {
    const old = events[index + 1];
    if (old !== undefined) comparison.add('', old, now);
  }
  const learned = comparison.differences((_event, _path, isLearned) => (isLearned() ? 'learned' : null));
  return new Set(learned.filter(({ mask }) => mask !== null).map(({ path }) => JSON.stringify(path)));
}
