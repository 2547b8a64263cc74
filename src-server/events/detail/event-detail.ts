import { hiddenText, holdsMask } from '../../core/key-format-contract.ts';
import { PageBudget } from '../../core/page.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { PersonEffect } from '../../persons/store.ts';
import { type Event, formKeyPosition, type Request } from '../contract.ts';
import { type EventScope, scopeOfDiscards } from '../filters/conditions.ts';
import { discardColumns, eventColumns, eventTablesSql, toEvent, toListed } from '../list.ts';
import { wholeBodyParts } from '../requests/request-bodies.ts';
import { loggedRequests } from '../requests/request-heads.ts';

/** Everything stored of a row; `personEffect` and `clockOffset` of an accepted event. */
export type StoredDetail = {
  id: number;
  event: Event;
  personEffect: PersonEffect | null;
  /** Milliseconds added to the sent time. */
  clockOffset: number | null;
  request: Request | null;
};

type DetailRow = Parameters<typeof toEvent>[0] & {
  id: number;
  person_effect: PersonEffect | null;
  clock_offset: number | null;
};

type Derived = 'received_at' | 'headers' | 'body_truncated' | 'duration_ms' | 'user_agent' | 'keys_masked' | 'not_kept';
type RequestColumns = Omit<Request, Derived> & {
  received_at: number;
  headers: string;
  body_truncated: number;
  duration_us: number;
};

/** `isTruncated`: truncated as in a list. */
export type EventDetailArgs = EventScope & { uuid: string; isTruncated: boolean };

/** Reads a row by its uuid; an event takes precedence over its duplicates. */
export function readEventDetail(database: Database, args: EventDetailArgs): StoredDetail | null {
  const scope = scopeOfDiscards(args);
  const row =
    database
      .prepare<[number, string], DetailRow>(
        `SELECT ${eventColumns}, r.person_effect, r.clock_offset FROM ${eventTablesSql} WHERE r.project_id = ? AND r.uuid = ?`,
      )
      .get(args.projectId, args.uuid) ??
    database
      .prepare<unknown[], DetailRow>(
        `SELECT ${discardColumns}, NULL AS person_effect, NULL AS clock_offset FROM discards r WHERE r.uuid = ? AND ${scope.sql}`,
      )
      .get(args.uuid, ...scope.values);
  if (row === undefined) return null;
  const request = row.request_id === null ? null : readRequest(database, row.request_id);
  const facts = { batch: request === null ? null : batchOf(request), key_prefix: request?.key_prefix ?? null };
  const event = args.isTruncated ? toListed(row, new PageBudget(), facts) : toEvent(row, facts);
  return { id: row.id, event, personEffect: row.person_effect, clockOffset: row.clock_offset, request };
}

const batchOf = ({ accepted, dropped }: Request) => ({ accepted, dropped });

function readRequest(database: Database, id: number): Request | null {
  const row = database
    .prepare<[number], RequestColumns>(
      `SELECT r.*, ${wholeBodyParts('r.id')} AS body_parts
       FROM ${loggedRequests} r WHERE id = ?`,
    )
    .get(id);
  if (row === undefined) return null;
  const { duration_us, received_at, headers: json, body_truncated, ...rest } = row;
  const headers = headersIn(json, row.body_bytes);
  return {
    ...rest,
    received_at: isoTime(received_at),
    headers,
    user_agent: headers['user-agent'] ?? null,
    keys_masked: [rest.path, rest.query, json, rest.body, rest.response].some(holdsMask),
    not_kept: notKept(rest, headers),
    body_truncated: body_truncated === 1,
    duration_ms: duration_us / 1000,
  };
}

type Sent = Pick<Request, 'path' | 'query' | 'body' | 'key_position'>;

function notKept(
  { path, query, body, key_position: position }: Sent,
  headers: Request['headers'],
): Request['not_kept'] {
  if (position?.startsWith(formKeyPosition)) return 'form_key';
  // The server reads no cookies.
  const { cookie: _, ...read } = headers;
  const isHidden = [path, query, ...Object.values(read)].some((text) => text.includes(hiddenText) || holdsMask(text));
  return isHidden || holdsMask(body) ? 'secret' : null;
}

/** Parses stored headers. A null is the length of the body; older versions stored repeated headers as a list. */
function headersIn(json: string, bodyBytes: number): Request['headers'] {
  const stored: Record<string, string | string[] | null> = JSON.parse(json);
  const textOf = (value: string | string[] | null) => [value ?? String(bodyBytes)].flat().join(', ');
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, textOf(value)]));
}
