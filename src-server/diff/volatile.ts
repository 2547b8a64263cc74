import { jsonTypeOf } from '../core/json/json-type-contract.ts';

const shapes = [
  // A UUID, of any version.
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  // An ISO 8601 time.
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
  // A hash or a random id in hexadecimal digits.
  /^(?=.*\d)[\da-f]{16,}$/i,
  // A time in seconds or milliseconds, from 2001 to 2286.
  /^[1-9]\d{9}(\.\d+)?$|^[1-9]\d{12}(\.\d+)?$/,
];

/** Reports whether a value looks like an id or a time of its own, which differs each time. */
export const looksVolatile = (value: unknown): boolean =>
  ['string', 'number'].includes(jsonTypeOf(value)) && shapes.some((shape) => shape.test(String(value)));

/** Minimum number of distinct strings to count as ids. */
const minDistinctTexts = 10;

/** Learns from pairs of values whether a property always differs, so that a difference means nothing. */
export class Volatility {
  #pairs = 0;
  #isAlwaysVolatile = true;
  #isText = true;
  #isDistinct = true;
  readonly #seen = [new Set<unknown>(), new Set<unknown>()];

  /** Adds a pair with different values of the same type. */
  add(pair: readonly [old: unknown, now: unknown]): void {
    this.#pairs += 1;
    for (const [index, value] of pair.entries()) {
      this.#isAlwaysVolatile &&= looksVolatile(value);
      this.#isText &&= typeof value === 'string';
      const seen = this.#seen[index];
      this.#isDistinct &&= this.#isText && seen?.has(value) === false;
      seen?.add(value);
      if (!this.#isDistinct) seen?.clear();
    }
  }

  /** Reports whether the property differs in all of the pairs that have it on both sides, as ids and times do. */
  isVolatile(countPairs: () => number): boolean {
    const isVolatile = this.#isAlwaysVolatile || (this.#isDistinct && this.#pairs >= minDistinctTexts);
    return this.#pairs > 0 && isVolatile && this.#pairs >= countPairs();
  }
}
