import { earliest, isoTime, parseTime } from '#server/core/text/time-contract.ts';

const minute = 60_000;
const units = { s: 1000, m: minute, h: 60 * minute, d: 24 * 60 * minute } as const;

type Unit = keyof typeof units;

/** Parses "15m", so long ago; null for other text. */
export function relativeMoment(text: string): { amount: number; unit: Unit } | null {
  const [, digits, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return digits === undefined ? null : { amount: Number(digits), unit: unit as Unit };
}

/** Returns whether `text` names a moment: `15m`, `2h`, `3d` ago, or an ISO date with or without a time. */
export const isMoment = (text: string): boolean => relativeMoment(text) !== null || parseTime(text) !== undefined;

/** Returns the moment as a date of a request, at least `earliest`; `15m` counts back from `now` (ms since the epoch). */
export function resolveMoment(text: string, now: number): string {
  const ago = relativeMoment(text);
  return ago === null ? text : isoTime(Math.max(earliest, now - ago.amount * units[ago.unit]));
}

const datePattern = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Reports whether text is a date to compare a property with. It has dashes: digits alone are a number. */
export const isDate = (text: string) => datePattern.test(text) && parseTime(text) !== undefined;
