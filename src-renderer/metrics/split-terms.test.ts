import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GlossaryTerm, glossary } from './glossary-words.ts';
import { splitTerms } from './split-terms.ts';

test.each([
  ['Lift', ['lift']],
  ['lift +20% (+5 to +37%), > 99.9% chance to win.', ['lift', 'chance-to-win']],
  ['its always-valid interval includes zero', ['always-valid-interval']],
  ['p (Holm)', ['holm-correction']],
  ['Lift against control, 95% interval', ['lift', 'interval-95']],
  ['A lift is a lift', ['lift']],
  ['An A/A simulation of 1,000 re-randomizations', ['aa-simulation', 're-randomization']],
  ['a forklift uplift, shoplifting', []],
  ['powerful', []],
])('“%s” mentions %j', (text, terms) => {
  expect(splitTerms(text).flatMap(({ term }) => term ?? [])).toEqual(terms);
});

test('the pieces of any text are the text', () => {
  const part = fc.constantFrom('lift', 'Power', ' ', '95% interval', '(', 'p-value', 'x');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('');
      expect(
        splitTerms(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('every term has at most two sentences of 20 words, and no way to write it belongs to two', () => {
  const terms: GlossaryTerm[] = Object.values(glossary);
  for (const { meaning } of terms) {
    expect(meaning).toMatch(/^[A-Z][^.]*\.(?: [A-Z][^.]*\.)?$/);
    for (const sentence of meaning.split('. ')) expect(sentence.split(' ').length, sentence).toBeLessThanOrEqual(20);
  }
  const written = terms.flatMap((term) => term.written);
  expect(new Set(written).size).toBe(written.length);
  for (const phrase of written) expect(phrase).toBe(phrase.toLowerCase());
});
