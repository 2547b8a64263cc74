import { expect, test } from 'vitest';
import { onlyChanged, propertyChanges, searchProperties } from './property-changes.ts';

test('each path says how it differs from the marked event', () => {
  const marked = { plan: 'free', total: 5, count: 1, address: { city: 'Bonn', zip: 1 }, tags: ['a'], gone: 1 };
  const now = { plan: 'pro', total: '5', count: 1, address: { city: 'Köln', zip: 1 }, tags: ['a'], fresh: null };
  const { value, count, changeAt } = propertyChanges(now, marked);
  expect(value).toEqual({ ...now, gone: 1 });
  expect(count).toBe(5);
  expect(changeAt(['total'])).toBe('type');
  expect(changeAt(['plan'])).toBe('value');
  expect(changeAt(['count'])).toBeUndefined();
  expect(changeAt(['address'])).toBeUndefined();
  expect(changeAt(['address', 'city'])).toBe('value');
  expect(changeAt(['fresh'])).toBe('added');
  expect(changeAt(['gone'])).toBe('removed');
});

test('a search keeps keys and values that contain it, with their parents', () => {
  const properties = { plan: 'pro', address: { city: 'Bonn', zip: 53111 }, items: [{ sku: 'mug' }] };
  expect(searchProperties(properties, '')).toBe(properties);
  expect(searchProperties(properties, 'BONN')).toEqual({ address: { city: 'Bonn' } });
  expect(searchProperties(properties, 'zip')).toEqual({ address: { zip: 53111 } });
  expect(searchProperties(properties, 'mug')).toEqual({ items: [{ sku: 'mug' }] });
  expect(searchProperties(properties, 'nowhere')).toEqual({});
});

test('a property called __proto__ is one like any other', () => {
  const now = JSON.parse('{"__proto__":{"city":"Bonn"},"a":{"__proto__":1}}');
  const marked = JSON.parse('{"__proto__":{"city":"Köln"}}');
  const { value, changeAt } = propertyChanges(now, marked);
  expect(JSON.stringify(value)).toBe(JSON.stringify(now));
  expect(changeAt(['__proto__', 'city'])).toBe('value');
  expect(changeAt(['a'])).toBe('added');
  expect(JSON.stringify(onlyChanged(value, changeAt))).toBe(JSON.stringify(now));
  expect(JSON.stringify(searchProperties(now, 'bonn'))).toBe('{"__proto__":{"city":"Bonn"}}');
  expect(JSON.stringify(searchProperties(now, 'proto'))).toBe(JSON.stringify(now));
  expect(JSON.stringify(propertyChanges({}, marked).value)).toBe(JSON.stringify(marked));
});
