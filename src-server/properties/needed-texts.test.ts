import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidFilterError } from './compile-value.ts';
import { propertyOperator } from './contract.ts';
import { compileProperty } from './match-property.ts';
import { type NeededTexts, neededTexts } from './needed-texts.ts';

const foldAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const hasAll = (json: string, texts: NeededTexts) =>
  texts.every((any) =>
    any.some(({ text, ignoresCase }) =>
      ignoresCase ? foldAscii(json).includes(foldAscii(text)) : json.includes(text),
    ),
  );

/** Letters with surprising lower cases, and characters that JSON, lists or LIKE treat specially. */
const piece = fc.constantFrom(
  ...[
    'team',
    'Pro',
    'K',
    'k',
    '\u212a',
    'i',
    '\u0130',
    '\u0307',
    'ß',
    'Σ',
    'é',
    '"',
    '\\',
    '\n',
    '\0',
    '\u2028',
    ',',
    '%',
  ],
  ...['_', '🦊', '\ud83e', '\udd8a', '5', '-1', 'true', 'null', 'object', '[', '{', ' '],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
  fc.constant('x'.repeat(300)),
);
const scalar = fc.oneof(text, fc.constantFrom(5, 50, -1, 0.5, 1e21, -0, true, false, null));
const value = fc.oneof(
  scalar,
  fc.array(fc.oneof(scalar, fc.constant({ team: 'pro' }), fc.array(scalar, { maxLength: 2 })), { maxLength: 3 }),
  fc.constantFrom({ b: 1, a: 2 }, {}),
);
const key = fc.constantFrom('plan', 'a"b', 'ü', '\ud800', 'a.b', '__proto__', 'x'.repeat(300));

/** Operators with texts for the value. */
const narrow = Array.from({ length: 5 }, () => ['exact', 'icontains'] as const).flat();

/** A value that often meets the condition: the expected one, in another case or a part of more. */
const near = (expected: unknown) => {
  const own = typeof expected === 'string' ? expected : JSON.stringify(expected);
  return fc.oneof(
    value,
    fc.constantFrom<unknown>(expected, own, own.toUpperCase(), own.toLowerCase(), `a${own}b`, [own], ['x', `${own}y`]),
    fc.constant(own.replaceAll('k', '\u212a').replaceAll('i\u0307', '\u0130')),
  );
};
const sample = fc
  .record({ key, operator: fc.constantFrom(...propertyOperator.options, ...narrow), value })
  .chain((filter) =>
    fc.record({
      filter: fc.constant(filter),
      properties: fc.tuple(near(filter.value), value).map(([own, other]) =>
        Object.fromEntries([
          ['other', other],
          [filter.key, own],
        ]),
      ),
    }),
  );

test('JSON of an object that meets a condition has the texts that the condition needs', () => {
  const seen = { met: 0, excluded: 0 };
  fc.assert(
    fc.property(sample, ({ filter, properties }) => {
      const json = JSON.stringify(properties);
      const isMet = meets(filter, JSON.parse(json));
      const isKept = hasAll(json, neededTexts(filter));
      if (isMet) seen.met += 1;
      if (!isKept) seen.excluded += 1;
      expect(isMet && !isKept).toBe(false);
    }),
    { numRuns: 20_000 },
  );
  // Both outcomes occur often.
  expect(Math.min(seen.met, seen.excluded)).toBeGreaterThan(1000);
});

function meets(filter: Parameters<typeof compileProperty>[0], properties: Record<string, never>): boolean {
  try {
    return compileProperty(filter)(properties);
  } catch (error) {
    if (error instanceof InvalidFilterError) return false;
    throw error;
  }
}

const plan = (operator: 'exact' | 'icontains' | 'regex' | 'is_not', value: unknown) =>
  neededTexts({ key: 'plan', operator, value }).map((any) =>
    any.map(({ text, ignoresCase }) => (ignoresCase ? `${text} in any case` : text)),
  );

test.each([
  ['a text', plan('exact', 'team'), [['"plan":"team in any case']]],
  ['a number', plan('exact', 5), [['"plan":"5 in any case', '"plan":5 in any case']]],
  ['several', plan('exact', ['a', 'b']), [['"plan":"a in any case', '"plan":"b in any case']]],
  ['JSON', plan('exact', '{"a":1}'), [['"plan":']]],
  ['letters with another lower case', plan('exact', 'desk'), [['"plan":"des in any case']]],
  ['a part', plan('icontains', 'a "b", c'), [['"plan":'], ['a  in any case'], [' c in any case']]],
  ['a pattern', plan('regex', 'te.m'), [['"plan":']]],
  ['a negation', plan('is_not', 'team'), []],
])('%s', (_what, texts, expected) => expect(texts).toEqual(expected));
