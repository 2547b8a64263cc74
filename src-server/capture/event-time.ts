import type { JsonObject } from '../core/contract.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import { dayMs, earliest, isoTime, parseTime } from '../core/text/time-contract.ts';
import type { EventWarning } from '../events/contract.ts';

/** Milliseconds UTC; `sentAt` is by the client's clock, null if invalid. */
export type RequestTimes = { now: number; sentAt: number | null | undefined };

/** A later time of an event is not believed. */
const maxHoursAhead = 23;
/** A longer offset is believed, with a warning. */
const usualOffsetDays = 30;

/** Returns the event's time: `timestamp` corrected by the client's clock skew, or now. */
export function timeOf(sent: JsonObject, { now, sentAt }: RequestTimes, warnings: EventWarning[]): number {
  const warn = (code: EventWarning['code'], detail: string) => warnings.push({ code, detail });
  if (sentAt === null)
    warn('invalid_sent_at', 'The sent_at cannot be read; the clock of the client was not corrected.');
  if (isAbsent(sent.timestamp)) return timeByOffset(sent.offset, now, warn);
  const stated = instant(sent.timestamp);
  if (stated === undefined) {
    const hint = isInSeconds(sent.timestamp) ? ' It looks like seconds: send milliseconds or ISO 8601.' : '';
    warn(
      'invalid_timestamp',
      `The timestamp cannot be read; got ${quoteSent(sent.timestamp)}. The time of arrival was used.${hint}`,
    );
    return now;
  }
  if (isInSeconds(sent.timestamp)) {
    const detail = `The timestamp ${stated} looks like seconds. It was read as milliseconds, ${isoTime(stated)}.`;
    warn('timestamp_in_seconds', detail);
  }
  const time = typeof sentAt === 'number' ? now + (stated - sentAt) : stated;
  return believableTime(time, now, warnings);
}

/** Returns a time; now, with a warning, for one that is not believed. */
export function believableTime(time: number, now: number, warnings: EventWarning[]): number {
  if (time >= earliest && time <= now + maxHoursAhead * 3_600_000) return time;
  const where = time < earliest ? 'before the year 1' : `more than ${maxHoursAhead} hours in the future`;
  const detail = `The timestamp is ${where}; the time of arrival was used.`;
  warnings.push({ code: 'timestamp_out_of_range', detail });
  return now;
}

/** Smaller offsets are network delay. */
const minClockOffsetMs = 1000;

/** Returns the milliseconds that `timeOf` added to the sent time; undefined if it used another, or for under a second. */
export function clockOffset(sent: JsonObject, { now, sentAt }: RequestTimes, timestamp: number): number | undefined {
  const stated = instant(sent.timestamp);
  if (typeof sentAt !== 'number' || stated === undefined || timestamp !== now + (stated - sentAt)) return undefined;
  return Math.abs(now - sentAt) >= minClockOffsetMs ? now - sentAt : undefined;
}

/** Returns the time of an event. `offset`: milliseconds from the event to its request. */
function timeByOffset(
  offset: unknown,
  now: number,
  warn: (code: EventWarning['code'], detail: string) => void,
): number {
  if (isAbsent(offset)) return now;
  if (typeof offset !== 'number' || offset < 0) {
    const given = typeof offset === 'number' ? 'negative' : 'not a number';
    warn('invalid_offset', `The offset is ${given}; the time of arrival was used. Send milliseconds since the event.`);
    return now;
  }
  const time = Math.max(now - Math.round(offset), earliest);
  if (offset > usualOffsetDays * dayMs) {
    const detail = `The offset is over ${usualOffsetDays} days, so the event was ${isoTime(time)}. Send milliseconds since the event.`;
    warn('invalid_offset', detail);
  }
  return time;
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

/** Reads the time at which a request was sent by the client's clock; null if it is present and unreadable, such as seconds. */
export function readSentAt(value: unknown): number | null | undefined {
  if (isAbsent(value)) return undefined;
  return isInSeconds(value) ? null : (instant(value) ?? null);
}

/** Parses ISO 8601 text or milliseconds; undefined for anything else. */
export function instant(value: unknown): number | undefined {
  if (typeof value === 'string') return /^\d{12,14}$/.test(value) ? Number(value) : parseTime(value);
  return typeof value === 'number' && Math.abs(value) < 8.64e15 ? Math.round(value) : undefined;
}

/** Reports whether a number is a time from 2001 to 2286 in seconds; read as milliseconds it would be in early 1970. */
function isInSeconds(value: unknown): boolean {
  if (typeof value === 'string') return /^\d{10}(?:\.\d+)?$/.test(value);
  return typeof value === 'number' && value >= 1e9 && value < 1e10;
}
