import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cssTypes, cssTypesFile, lostComposed } from './css-types.ts';

test('the types of CSS modules match the classes in the style sheets: `npx node scripts/lib/css-types.ts` writes them', () => {
  expect(readFileSync(cssTypesFile, 'utf8')).toBe(cssTypes());
});

test('no style sheet composes from a missing file', () => {
  expect(lostComposed()).toEqual([]);
});
