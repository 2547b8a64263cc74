import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cssTypes, cssTypesFile, lostComposed } from './css-types.ts';

test('the types of the CSS modules name the classes that the style sheets have: `node scripts/lib/css-types.ts` writes them', () => {
  expect(readFileSync(cssTypesFile, 'utf8')).toBe(cssTypes());
});

test('no style sheet composes from a file that was moved away', () => {
  expect(lostComposed()).toEqual([]);
});
