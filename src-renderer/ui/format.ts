const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });
const numbers = new Intl.NumberFormat('en');
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Returns "3 min ago", "in 2 h", or "now" (within 5 seconds). */
export function relativeTime(date: Date, nowMs: number): string {
  const seconds = Math.round((date.getTime() - nowMs) / 1000);
  if (Math.abs(seconds) < 5) return 'now';
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step === undefined
    ? relative.format(seconds, 'second')
    : relative.format(Math.trunc(seconds / step[1]), step[0]);
}

/** Formats local date and time with milliseconds and offset: "2026-11-20 14:03:09.120 +01:00". */
export function exactTime(date: Date): string {
  const pad = (value: number, length = 2) => String(value).padStart(length, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  const offset = -date.getTimezoneOffset();
  const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
  return `${day} ${time}.${pad(date.getMilliseconds(), 3)} ${zone}`;
}

/** Formats a count or a rate: "1,234", "2.36"; `plain` would round a rate to a whole number. */
export const formatCount = (count: number): string => numbers.format(count);

/** Formats 0.184 as "18.4%". */
export function formatPercent(share: number, decimals = 1): string {
  return share.toLocaleString('en', { style: 'percent', maximumFractionDigits: decimals });
}

/** Formats a share of a whole: "33.3%". Never rounds to "0%" or "100%". */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1%';
  if (share < 1 && share > 0.999) return '> 99.9%';
  return formatPercent(share);
}

/** Formats bytes in decimal units, as disks and SDK limits are given: "512 B", "3.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
}

/** Formats the local time of day: "14:03:09". */
export function clockTime(date: Date): string {
  return exactTime(date).slice(11, 19);
}

/** Formats day and month, with the year where it is not that of `nowMs`: "21 Nov", "21 Nov 2025". */
function dayWords(date: Date, timeZone: string | undefined, nowMs: number): string {
  const yearOf = (at: Date) => at.toLocaleDateString('en-GB', { timeZone, year: 'numeric' });
  const year = yearOf(date) === yearOf(new Date(nowMs)) ? undefined : 'numeric';
  return date.toLocaleDateString('en-GB', { timeZone, day: 'numeric', month: 'short', year });
}

/** Formats the UTC day of an ISO date or time: "21 Nov", "21 Nov 2025" of another year. */
export function formatDay(iso: string, nowMs = Date.now()): string {
  return dayWords(new Date(iso), 'UTC', nowMs);
}

/** Formats like `formatDay`, with the day of the week: "Sat 21 Nov". */
export function formatWeekday(iso: string, nowMs = Date.now()): string {
  const weekday = new Date(iso).toLocaleDateString('en-GB', { timeZone: 'UTC', weekday: 'short' });
  return `${weekday} ${formatDay(iso, nowMs)}`;
}

/** Formats a local day: "21 Nov", "21 Nov 2025" of another year. */
export function formatLocalDay(date: Date): string {
  return dayWords(date, undefined, Date.now());
}

/** Formats local day and time: "21 Nov 14:05". */
export function formatDayTime(date: Date): string {
  return `${formatLocalDay(date)} ${clockTime(date).slice(0, 5)}`;
}

/** Returns "One" of "one". */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns "one" of "One". */
export const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
