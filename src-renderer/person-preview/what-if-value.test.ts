import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noWhatIf } from './preview-search.ts';
import { type JsonValue, kindWords, readValue, valueText, withoutProperty, withProperty } from './what-if-value.ts';

test('a value is read as it was written, text that looks like JSON too', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('18', 'true', '"a"', 'pro', '', ' ')),
      (value) => {
        expect(JSON.stringify(readValue(valueText(value)))).toBe(JSON.stringify(value));
      },
    ),
  );
  const typed: [string, JsonValue, string][] = [
    ['pro', 'pro', 'text'],
    ['18', 18, 'number'],
    ['"18"', '18', 'text'],
    ['1234567890123456781', '1234567890123456781', 'text'],
    ['true', true, 'true or false'],
    ['[1]', [1], 'list'],
    ['{"a":1}', { a: 1 }, 'object'],
    ['null', null, 'null'],
  ];
  for (const [text, value, kind] of typed) expect([readValue(text), kindWords(readValue(text))]).toEqual([value, kind]);
});

test('a property as stored is no change, and one that is not stored cannot be removed', () => {
  const stored = { plan: 'free' };
  const pro = withProperty(stored, noWhatIf, 'plan', 'pro');
  expect(pro).toEqual({ set: { plan: 'pro' }, unset: [] });
  expect(withProperty(stored, pro, 'plan', 'free')).toEqual(noWhatIf);
  expect(withoutProperty(stored, pro, 'plan')).toEqual({ set: {}, unset: ['plan'] });
  expect(withProperty(stored, { set: {}, unset: ['plan'] }, 'plan', 'free')).toEqual(noWhatIf);
  expect(withoutProperty(stored, { set: { seats: 1 }, unset: [] }, 'seats')).toEqual(noWhatIf);
});
