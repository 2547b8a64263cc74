import { decideBody, deciderOf } from './flags.ts';
import {
  type Population,
  people,
  personDigits,
  personNumber,
  requestTemplate,
  type Slot,
  smallEvent,
  uuidOf,
} from './payload.ts';
import { visit } from './visits.ts';

const makers = { visits: visit, small: smallEvent };

/** The requests of a load, sent alike by our client and wrk. */
export type RequestOptions = {
  url: string;
  key: string;
  /** Events per request: 1 is a single capture, more a batch. */
  size: number;
  /** Distinguishes the uuids of several loads against one server. */
  stream: number;
  /** Who sends the events; without it 1,000 persons in turn. */
  population?: Population;
  /** The events sent instead of the same page view; visits differ on each connection. */
  events?: keyof typeof makers | undefined;
  /** Path of flag requests; without it, captures are sent. */
  decide?: string;
  /** Path of reads, with this personal key. */
  read?: { path: string; key: string };
};

/** `slots`: the texts in the body that differ by request. */
export type Request = { head: string; body: Buffer; slots: Slot[] };

/** Returns a request. `first`: the event that the request has before its slots are written. */
export function requestOf(options: RequestOptions, first = 0): Request {
  const { url, key, size, decide, read, events } = options;
  const host = `Host: ${new URL(url).host}`;
  if (read !== undefined) {
    const head = `GET ${read.path} HTTP/1.1\r\n${host}\r\nAuthorization: Bearer ${read.key}\r\n\r\n`;
    return { head, body: Buffer.alloc(0), slots: [] };
  }
  const { path, body, slots } =
    decide === undefined
      ? requestTemplate(key, size, events && makers[events], first)
      : { path: decide, ...decideBody(key) };
  const type = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
  return { head: `POST ${path} HTTP/1.1\r\n${host}\r\n${type}\r\n\r\n`, body, slots };
}

/** Returns the text of a slot for an event, or for a decide. */
export function slotText(kind: Slot['kind'], event: number, options: RequestOptions): string {
  const { stream, population = { known: people, isHalfNew: false } } = options;
  if (kind === 'uuid') return uuidOf(event, stream);
  if (kind === 'decider') return deciderOf(event);
  return personDigits(personNumber(event, stream, population));
}
