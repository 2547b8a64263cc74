import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxShownText } from '../core/limits.ts';
import { explainProperty } from './explain.ts';

const verdictOn = (value: unknown, wanted: unknown) =>
  explainProperty(
    { key: 'a', operator: 'exact', value: wanted },
    { properties: () => ({ a: value }), person: () => ({}) },
  );

test('a condition on the value that a verdict has matches the event', () => {
  const value = fc.oneof(fc.jsonValue(), fc.string({ minLength: maxShownText - 5, maxLength: maxShownText + 5 }));
  fc.assert(
    fc.property(value, (seen) => {
      const { seen: text, seen_value: whole } = verdictOn(seen, 'else');
      expect(whole === undefined).toBe(text?.endsWith('…') === true && text.length === maxShownText);
      if (whole !== undefined) expect(verdictOn(seen, [whole])).toMatchObject({ is_match: true });
    }),
  );
});
