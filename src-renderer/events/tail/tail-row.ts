import type { Event, EventStatus } from '#server/events/contract.ts';
import { rowSentence } from './rows/row-sentence.ts';

/**
 * What the list holds of an event. The properties stay on the server: 100,000 events would be some 200 MB with them, and
 * the detail pane asks for the one it shows.
 */
export type TailRow = {
  uuid: string;
  event: string | null;
  distinctId: string | null;
  personId: number | null;
  /** ISO 8601; when it happened by the client, and when its request arrived. */
  timestamp: string;
  receivedAt: string;
  status: EventStatus;
  reason: Event['reason'];
  warnings: string[];
  /** Number of events that the row represents. */
  count: number;
  requestId: number | null;
  /** Outcomes of all events of its request; null if unknown. */
  batch: Event['batch'];
  /** Rejected, and its key belongs to no project. */
  unassigned: boolean;
  /** What happened, in one line. */
  sentence: string;
};

export function toTailRow(event: Event): TailRow {
  return {
    uuid: event.uuid,
    event: event.event,
    distinctId: event.distinct_id,
    personId: event.person_id,
    timestamp: event.timestamp,
    receivedAt: event.received_at,
    status: event.status,
    reason: event.reason,
    warnings: event.warnings.map((warning) => warning.code),
    count: event.count,
    requestId: event.request_id,
    batch: event.batch,
    unassigned: event.unassigned,
    sentence: rowSentence(event),
  };
}
