import { expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

const cacheOf = (limits: { entries?: number; bytes?: number }) =>
  new BoundedCache<string, string>({ entries: 100, bytes: 1000, bytesOf: (_key, value) => value.length, ...limits });

it('never keeps more entries than its limit', () => {
  const cache = cacheOf({ entries: 10 });
  for (let index = 0; index < 1000; index++) {
    cache.set(`${index}`, 'x');
    expect(cache.size).toBeLessThanOrEqual(10);
  }
  expect(cache.get('999')).toBe('x');
  expect(cache.get('0')).toBeUndefined();
});

it('never keeps more bytes than its limit', () => {
  const cache = cacheOf({ entries: 1000 });
  for (let index = 0; index < 1000; index++) {
    cache.set(`${index}`, 'x'.repeat(index % 120));
    expect(cache.bytes).toBeLessThanOrEqual(1000);
  }
  expect(cache.get('998')).toBe('x'.repeat(998 % 120));
});

it('does not keep a value that would evict everything else', () => {
  const cache = cacheOf({});
  cache.set('small', 'x');
  cache.set('large', 'x'.repeat(126));
  expect(cache.get('large')).toBeUndefined();
  expect(cache.get('small')).toBe('x');
});

it('removes a value that grew too large', () => {
  const cache = cacheOf({});
  cache.set('key', 'x');
  cache.set('key', 'x'.repeat(900));
  expect(cache.get('key')).toBeUndefined();
  expect(cache.bytes).toBe(0);
});

it('keeps entries that are used often', () => {
  const cache = cacheOf({ entries: 10 });
  cache.set('used', 'here');
  for (let index = 0; index < 100; index++) {
    cache.set(`${index}`, 'x');
    expect(cache.get('used')).toBe('here');
  }
});

it('does not count replaced, deleted or cleared values', () => {
  const cache = cacheOf({});
  cache.set('key', 'x'.repeat(100));
  cache.set('key', 'x');
  expect(cache.bytes).toBe(1);
  cache.delete('key');
  expect([cache.size, cache.bytes, cache.has('key')]).toEqual([0, 0, false]);
  cache.set('key', 'x');
  cache.clear();
  expect([cache.size, cache.bytes, cache.get('key')]).toEqual([0, 0, undefined]);
});
