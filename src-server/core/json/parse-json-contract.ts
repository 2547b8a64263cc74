/** JSON in which an integer that a number cannot hold (ids of 64 bits) is a bigint, so that no digit is lost. */

declare global {
  interface BigInt {
    toJSON(): unknown;
  }
  interface JSON {
    // biome-ignore lint/suspicious/noExplicitAny: as the declaration of the language.
    parse(text: string, reviver: (key: string, value: any, context: { source?: string }) => any): any;
    rawJSON(text: unknown): unknown;
  }
}

/** Writes the digits as a JSON number; without it `JSON.stringify` throws. A test process may have its own. */
if ('rawJSON' in JSON)
  BigInt.prototype.toJSON ??= function (this: bigint) {
    return JSON.rawJSON(this);
  };

/** As `\d{16}`, in a twelfth of the time: V8 skips ahead only in a pattern without a repetition. */
const longDigits = /\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;
/** Decimals with so many digits are common. */
const longInteger = /(?<![.\d])\d{16}/;

/** Reports whether JSON may have an integer that a number cannot hold. */
export const mayHaveLongInteger = (text: string): boolean => longDigits.test(text) && longInteger.test(text);

/** Parses JSON. Throws as JSON.parse does. */
// biome-ignore lint/suspicious/noExplicitAny: as JSON.parse, which it stands for.
export const parseJson = (text: string): any =>
  mayHaveLongInteger(text) ? JSON.parse(text, wholeInteger) : JSON.parse(text);

/** Reports whether a number is not what its source says: an integer that a number cannot hold. */
export const isRounded = (value: unknown, source: string): boolean =>
  typeof value === 'number' && /^-?\d{16,}$/.test(source) && String(value) !== source;

/** Older browsers, and Node 20, give no source: there it stays a rounded number. */
const wholeInteger = (_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown =>
  isRounded(value, source) ? BigInt(source) : value;
