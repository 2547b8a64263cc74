import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../core/contract.ts';
import { propertyTypeOf } from '../events/properties/property-type-contract.ts';
import { differencesOf } from './differences-contract.ts';

// JSON has no negative zero.
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));
const properties = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'a.b'), json, { noNullPrototype: true });

test('an object does not differ from itself, even with reordered keys', () => {
  fc.assert(
    fc.property(properties, (object) => {
      expect(differencesOf(object, Object.fromEntries(Object.entries(object).toReversed()))).toEqual([]);
    }),
  );
});

test('applying the differences to the old object gives the new one', () => {
  fc.assert(
    fc.property(properties, properties, (old, now) => {
      expect(applied(old, differencesOf(old, now))).toEqual(now);
    }),
  );
});

test('swapping the sides mirrors each difference', () => {
  fc.assert(
    fc.property(properties, properties, (old, now) => {
      const mirrored = { added: 'removed', removed: 'added', type: 'type', value: 'value' };
      const back = differencesOf(now, old).map(({ path, kind }) => JSON.stringify([path, mirrored[kind]]));
      const forth = differencesOf(old, now).map(({ path, kind }) => JSON.stringify([path, kind]));
      expect(back.toSorted()).toEqual(forth.toSorted());
    }),
  );
});

test('objects are compared by key, lists as a whole', () => {
  const old = { total: 5, plan: 'pro', cart: { items: 2, gift: true }, list: [1, 2], gone: null };
  const now = { total: '5', plan: 'free', cart: { items: 2 }, list: [2, 1], came: {} };
  expect(differencesOf(old, now)).toEqual([
    { path: ['total'], kind: 'type', old: 5, new: '5' },
    { path: ['plan'], kind: 'value', old: 'pro', new: 'free' },
    { path: ['cart', 'gift'], kind: 'removed', old: true, new: undefined },
    { path: ['list'], kind: 'value', old: [1, 2], new: [2, 1] },
    { path: ['gone'], kind: 'removed', old: null, new: undefined },
    { path: ['came'], kind: 'added', old: undefined, new: {} },
  ]);
});

function applied(old: JsonObject, differences: ReturnType<typeof differencesOf>): JsonObject {
  let result = old;
  for (const { path, kind, new: value } of differences)
    result = changed(result, path, kind === 'removed' ? undefined : { value });
  return result;
}

/** Returns a copy with another value at a path; undefined removes it. */
function changed(
  object: JsonObject,
  [key = '', ...rest]: readonly string[],
  to: { value: unknown } | undefined,
): JsonObject {
  const others = Object.entries(object).filter(([other]) => other !== key);
  if (rest.length === 0) return Object.fromEntries(to === undefined ? others : [...others, [key, to.value]]);
  const inner = Object.entries(object).find(([other]) => other === key)?.[1];
  expect(propertyTypeOf(inner)).toBe('object');
  return Object.fromEntries([...others, [key, changed(Object(inner), rest, to)]]);
}
