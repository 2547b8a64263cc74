import { maxDateText } from '../limits-contract.ts';

export const dayMs = 86_400_000;

const date = String.raw`(?<year>\d{4})(?:-(?<month>\d{2})-(?<day>\d{2})|(?<monthDay>\d{4}))`;
const time = String.raw`(?<hour>\d{2})(?::?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?)?`;
const zone = String.raw`Z|(?<sign>[+-])(?<zoneHour>\d{2}):?(?<zoneMinute>\d{2})?`;
/** The extended and basic forms of ISO 8601, with a T or a space. */
const iso = new RegExp(`^${date}(?:[T ]${time}(?:${zone})?)?$`, 'i');

/** Parses an ISO 8601 date or date-time to milliseconds UTC; without a zone it is UTC. Returns undefined for anything else. */
export function parseTime(text: string): number | undefined {
  // Fast path for the form that every SDK sends.
  if (text.length === 24 && text[10] === 'T' && text[4] === '-' && text[23] === 'Z') {
    const time = Date.parse(text);
    if (!Number.isNaN(time) && isDay(text)) return time;
  }
  if (text.length > maxDateText) return undefined;
  const parts = iso.exec(text.trim())?.groups;
  if (parts === undefined) return undefined;
  const { year, monthDay = '', month = monthDay.slice(0, 2), day = monthDay.slice(2) } = parts;
  const {
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '0',
    sign = '+',
    zoneHour = '00',
    zoneMinute = '00',
  } = parts;
  const written = `${year}-${month}-${day}`;
  const parsed = Date.parse(`${written}T${hour}:${minute}:${second}.${fraction}${sign}${zoneHour}:${zoneMinute}`);
  return Number.isNaN(parsed) || parsed < earliest || !isDay(written) ? undefined : parsed;
}

/** Parses the last millisecond of a span that ends with `text`: a date without a time is its whole day. */
export function parseEnd(text: string): number | undefined {
  const time = parseTime(text);
  return time === undefined || /[T ]/i.test(text.trim()) ? time : time + dayMs - 1;
}

/** Reports whether the month has the day: Date.parse rolls day 31 over into the next month. */
function isDay(text: string): boolean {
  const day = Number(text.slice(8, 10));
  if (day <= 28) return true;
  const start = Date.parse(`${text.slice(0, 7)}-01T00:00Z`);
  return new Date(start + (day - 1) * dayMs).getUTCDate() === day;
}

/** 0001-01-01 and the end of 9999-12-31, the first and last time with a four-digit year. */
export const earliest = -62_135_596_800_000;
export const latest = 253_402_300_799_999;

/** Writes a time in ms; an absent one stays null. */
export const isoTime = <Time extends number | null>(milliseconds: Time) =>
  (milliseconds === null ? null : new Date(milliseconds).toISOString()) as Time extends null ? null : string;
