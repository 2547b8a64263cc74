import type { Event, EventStatus } from '#server/events/contract.ts';
import { isRecord } from '../../ui/json/json-value.ts';

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
  /** How many events the row stands for. */
  count: number;
  requestId: number | null;
  /** What became of all events of its request; null if that is not known. */
  batch: Event['batch'];
  /** Rejected, and the key tells no project. */
  unassigned: boolean;
  /** The most telling properties in one line. */
  preview: string;
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
    preview: preview(event.properties),
  };
}

const PREVIEW_LENGTH = 160;
const VALUE_LENGTH = 48;

/** Own properties first, after the page or element that an SDK's own event is about. */
export function preview(properties: Record<string, unknown>): string {
  const parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    if (part === '' || length > PREVIEW_LENGTH) return;
    parts.push(part);
    length += part.length + 2;
  };
  add(page(properties));
  if (typeof properties.$el_text === 'string') add(`“${cut(properties.$el_text)}”`);
  for (const [key, value] of Object.entries(properties)) {
    if (length > PREVIEW_LENGTH) break;
    if (!key.startsWith('$')) add(pair(key, value));
  }
  if (isRecord(properties.$set)) for (const [key, value] of Object.entries(properties.$set)) add(pair(key, value));
  return parts.join('  ').slice(0, PREVIEW_LENGTH);
}

function page(properties: Record<string, unknown>): string {
  const { $pathname: path, $current_url: address, $screen_name: screen } = properties;
  const found = [path, screen, address].find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? cut(found) : '';
}

function pair(key: string, value: unknown): string {
  if (key === 'token' || key === 'distinct_id' || value === null || value === '') return '';
  const name = cut(key);
  if (Array.isArray(value)) return `${name}=[${value.length}]`;
  if (typeof value === 'object') return `${name}={…}`;
  return `${name}=${cut(String(value))}`;
}

function cut(text: string): string {
  return text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH - 1)}…` : text;
}
