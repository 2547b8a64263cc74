import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyRows } from './row-keys.ts';

const first = keyRows([], ['a', 'b', 'c', 'd']);
const keysOf = (...uuids: string[]) => keyRows(first, uuids).map(({ key }) => key);

test.each([
  ['the same rows', ['a', 'b', 'c', 'd'], [1, 2, 3, 4]],
  ['a row that comes on top', ['x', 'a', 'b', 'c'], [5, 1, 2, 3]],
  ['a row that comes below', ['b', 'c', 'd', 'x'], [2, 3, 4, 5]],
  ['a page of new rows', ['w', 'x', 'y', 'z'], [1, 2, 3, 4]],
  ['new rows, of which there are more', ['v', 'w', 'x', 'y', 'z'], [1, 2, 3, 4, 5]],
  ['new rows around the active one', ['w', 'x', 'd'], [1, 2, 4]],
])('of %s, each row that stays keeps its key, and one in the place of another takes that one’s', (_, uuids, keys) => {
  expect(keysOf(...uuids)).toEqual(keys);
});

const pages = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 8 }), { maxLength: 6 });

test('no key is used twice, and a row that stays keeps its own', () => {
  fc.assert(
    fc.property(pages, (uuids) => {
      let before = keyRows([], []);
      for (const page of uuids) {
        const after = keyRows(before, page);
        expect(after.map(({ uuid }) => uuid)).toEqual(page);
        expect(new Set(after.map(({ key }) => key)).size).toBe(page.length);
        for (const { uuid, key } of before) {
          const row = after.find((other) => other.uuid === uuid);
          expect(row === undefined || row.key === key).toBe(true);
        }
        before = after;
      }
    }),
  );
});
