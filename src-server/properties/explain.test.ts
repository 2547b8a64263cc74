import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxShownText } from '../core/limits-contract.ts';
import { explainProperty } from './explain.ts';

const verdictOn = (value: unknown, wanted: unknown) =>
  explainProperty(
    { key: 'a', operator: 'exact', value: wanted },
    { properties: () => ({ a: value }), person: () => ({}) },
  );

test('a condition on the value in a verdict matches the event', () => {
  const value = fc.oneof(fc.jsonValue(), fc.string({ minLength: maxShownText - 5, maxLength: maxShownText + 5 }));
  fc.assert(
    fc.property(value, (seen) => {
      const { seen: text, seen_value: whole } = verdictOn(seen, 'else');
      expect(whole === undefined).toBe(text?.endsWith('…') === true && text.length === maxShownText);
      if (whole !== undefined) expect(verdictOn(seen, [whole])).toMatchObject({ is_match: true });
    }),
  );
});

test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
  'an event without %s has no value for it',
  (key) => {
    const owners = { properties: () => ({}), person: () => ({}) };
    for (const type of ['event', 'person'] as const) {
      const { is_match, seen, seen_value, nearest } = explainProperty(
        { key, type, operator: 'exact', value: 'x' },
        owners,
      );
      expect({ is_match, seen, seen_value, nearest }).toEqual({
        is_match: false,
        seen: null,
        seen_value: undefined,
        nearest: null,
      });
    }
  },
);
