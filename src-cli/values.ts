import { idPattern } from '#server/core/contract.ts';
import { Failure } from './failure.ts';

/** Parses of values, for commander. Each throws Failure. */

export const numberOf =
  (flag: string) =>
  (text: string): number => {
    const number = Number(text);
    if (text.trim() !== '' && Number.isFinite(number)) return number;
    throw new Failure(`Invalid ${flag} "${text}": use a number.`);
  };

/** An id, as in the address of its page. */
export const idOf =
  (flag: string) =>
  (text: string): number => {
    if (idPattern.test(text)) return Number(text);
    throw new Failure(`Invalid ${flag} "${text}": use a number, as in the address of its page.`);
  };

export const wholeNumberOf =
  (flag: string, least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new Failure(`Invalid ${flag} "${text}": use a whole number from ${least} to ${most}.`);
  };

const secondsOf = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };
export const durationRule = 'a number with a unit, like 500ms, 10s or 2m';

/** Parses a duration to seconds; null for anything else. */
export function parseDuration(text: string): number | null {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s?(ms|s|m|h|d)$/.exec(text) ?? [];
  // The pattern allows only these units.
  return number === undefined ? null : Number(number) * secondsOf[unit as keyof typeof secondsOf];
}

export const durationOf =
  (flag: string) =>
  (text: string): number => {
    const seconds = parseDuration(text);
    if (seconds === null) throw new Failure(`Invalid ${flag} "${text}": use ${durationRule}.`);
    return seconds;
  };
