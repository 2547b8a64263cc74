import { expect, test } from 'vitest';
import { seenProperties, seenValues } from './seen-properties.ts';

const events = [
  { properties: { plan: 'pro', $browser: 'Firefox', items: [1] } },
  { properties: { plan: 'pro', amount: 5, $browser: 'Firefox' } },
  { properties: { plan: 'free', $browser: 'Safari' } },
];

test('property names come with how many events have them, those of SDKs last', () => {
  expect(seenProperties(events, '')).toEqual([
    { key: 'plan', count: 3 },
    { key: 'items', count: 1 },
    { key: 'amount', count: 1 },
    { key: '$browser', count: 3 },
  ]);
  expect(seenProperties(events, 'AMO')).toEqual([{ key: 'amount', count: 1 }]);
});

test('values come most frequent first, without lists and objects', () => {
  expect(seenValues(events, 'plan', '')).toEqual([
    { value: 'pro', count: 2 },
    { value: 'free', count: 1 },
  ]);
  expect(seenValues(events, 'plan', 'FR')).toEqual([{ value: 'free', count: 1 }]);
  expect(seenValues(events, 'items', '')).toEqual([]);
});
