import { mayHaveLongInteger } from './long-integer-contract.ts';

/** JSON in which an integer that a number cannot hold (ids of 64 bits) is a bigint, so that no digit is lost. */

declare global {
  interface BigInt {
    toJSON(): unknown;
  }
  interface JSON {
    // biome-ignore lint/suspicious/noExplicitAny: as the declaration of the language.
    parse(text: string, reviver: false | ((key: string, value: any, context: { source?: string }) => any)): any;
    rawJSON(text: unknown): unknown;
  }
}

/** Writes the digits as a JSON number; without it `JSON.stringify` throws. */
BigInt.prototype.toJSON = function (this: bigint) {
  return JSON.rawJSON(this);
};

/** Parses JSON. Throws as JSON.parse does. */
// biome-ignore lint/suspicious/noExplicitAny: as JSON.parse, which it stands for.
export const parseJson = (text: string): any => JSON.parse(text, mayHaveLongInteger(text) && wholeInteger);

/** Older browsers, and Node 20, give no source: there it stays a rounded number. */
function wholeInteger(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  return !/^-?\d{16,}$/.test(source) || String(value) === source ? value : BigInt(source);
}
