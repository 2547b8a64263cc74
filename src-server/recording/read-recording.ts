import type { JsonObject } from '../core/contract.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import { existing } from '../core/sql.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import type { EventScope } from '../events/filters/conditions.ts';
import type { EventFilter } from '../events/filters/filter-contract.ts';
import { type ListedRow, newestId, rowReader } from '../events/list.ts';
import { withoutProjectKeys } from '../events/properties/project-keys.ts';
import { droppedAgain, dropReason } from '../events/reason-contract.ts';
import { scan } from '../events/scan/scan.ts';
import type { RecordedEvent, RecordingPage } from './contract.ts';

export type RecordingArgs = EventScope & { filter: EventFilter; after: number };

const maxEvents = 1000;
/** Max characters of properties in a page. */
const maxText = 4 * 1024 * 1024;
const timeBudgetMs = 200;

/** Reads events to replay, oldest first. */
export function readRecording(database: Database, args: RecordingArgs): RecordingPage {
  const wholeRow = rowReader(database);
  const events: RecordedEvent[] = [];
  let leftOut = 0;
  let text = 0;
  const end = performance.now() + timeBudgetMs;
  for (const { id, found } of scan(database, { ...args, newest: newestId(database) })) {
    if (found !== null) {
      const row = existing(wholeRow(found));
      const event = sentAgain(row);
      if (event === null) leftOut += row.count;
      else for (let copy = 0; copy < row.count; copy++) events.push({ received_at: isoTime(row.received_at), event });
      text += row.properties.length;
    }
    if (events.length >= maxEvents || text >= maxText || performance.now() > end)
      return { events, left_out: leftOut, after: String(id) };
  }
  return { events, left_out: leftOut, after: null };
}

function sentAgain(row: ListedRow): JsonObject | null {
  const { data: reason } = dropReason.safeParse(row.reason);
  const dropped = reason === undefined ? {} : droppedAgain[reason];
  if (row.status === 'rejected' || dropped === null) return null;
  return {
    ...(row.event !== null && { event: row.event }),
    ...(row.distinct_id !== null && { distinct_id: row.distinct_id }),
    ...dropped,
    timestamp: isoTime(row.timestamp),
    properties: withoutProjectKeys(parseJson(row.properties)),
  };
}
