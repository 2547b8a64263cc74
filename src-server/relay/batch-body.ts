import { isoTime } from '../core/text/time-contract.ts';
import type { StoredRow } from '../events/sending/read-block.ts';
import { testRunPlaces } from '../test-runs/contract.ts';

/** An event as a batch has it. */
export type BatchEvent = Pick<StoredRow, 'event' | 'uuid' | 'distinct_id' | 'timestamp' | 'properties' | 'test_run'>;

/**
 * Returns the body of a `/batch/` request with events as they were captured. It has no `sent_at`, by which a receiver would
 * correct times that are right already.
 */
export const batchBody = (apiKey: string, events: readonly BatchEvent[]): string =>
  `{"api_key":${JSON.stringify(apiKey)},"batch":[${events.map(eventText).join(',')}]}`;

function eventText({ event, uuid, distinct_id, timestamp, properties, test_run: run }: BatchEvent): string {
  const head = JSON.stringify({ event, uuid, distinct_id, timestamp: isoTime(timestamp) });
  return `${head.slice(0, -1)},"properties":${run === null ? properties : withTestRun(properties, run)}}`;
}

/** Adds to the text of an object without parsing it, as it may have megabytes. */
function withTestRun(properties: string, run: string): string {
  const own = `{${JSON.stringify(testRunPlaces.property)}:${JSON.stringify(run)}`;
  return properties === '{}' ? `${own}}` : `${own},${properties.slice(1)}`;
}
