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
    if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
    throw new Failure(`Invalid ${flag} "${text}": use a number, as in the address of its page.`);
  };

export const wholeNumberOf =
  (flag: string) =>
  (text: string): number => {
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw new Failure(`Invalid ${flag} "${text}": use a whole number.`);
  };
