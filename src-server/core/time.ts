import { maxDateText } from './limits.ts';

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Milliseconds UTC of an ISO 8601 date or date-time; without a zone it is UTC. Undefined when it is none. */
export function parseTime(text: string): number | undefined {
  // What every SDK sends, without taking it apart.
  if (text.length === 24 && text[10] === 'T' && text[4] === '-' && text[23] === 'Z') {
    const time = Date.parse(text);
    if (!Number.isNaN(time) && isDay(text)) return time;
  }
  if (text.length > maxDateText) return undefined;
  const match = iso.exec(text.trim());
  if (match === null) return undefined;
  const [, date, time = '00:00', zone = 'Z'] = match;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const parsed = Date.parse(`${date}T${time.replace(',', '.')}${offset}`);
  return Number.isNaN(parsed) || parsed < earliest || !isDay(text.trim()) ? undefined : parsed;
}

/** Whether the month has the day: Date.parse takes the 31st of any, and goes on into the next month. */
function isDay(text: string): boolean {
  const day = Number(text.slice(8, 10));
  if (day <= 28) return true;
  const start = Date.parse(`${text.slice(0, 7)}-01T00:00Z`);
  return new Date(start + (day - 1) * 86_400_000).getUTCDate() === day;
}

/** 0001-01-01: below it no four-digit year is left to write. */
export const earliest = -62_135_596_800_000;

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Time (milliseconds UTC) and fresh ids come as arguments, so that tests and screenshots can fix them. */
export type Clock = { now(): number; uuid(): string };
