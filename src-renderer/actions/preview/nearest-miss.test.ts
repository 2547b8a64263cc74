import { expect, test } from 'vitest';
import type { Verdict } from '#server/actions/preview/preview-contract.ts';
import type { Event } from '#server/events/contract.ts';
import { nearestOf } from './nearest-miss.ts';

const event = (uuid: string) => ({ uuid }) as Event;
/** A verdict from the conditions of each step: "y" holds, "n" does not. */
const verdict = (...steps: string[]): Verdict => ({
  is_match: false,
  steps: steps.map((conditions) => ({
    id: null,
    is_match: !conditions.includes('n'),
    conditions: [...conditions].map((held) => ({
      field: 'event',
      wanted: '',
      seen: null,
      is_match: held === 'y',
      nearest: null,
    })),
  })),
});

test('nothing was tried, so nothing is near', () => {
  expect(nearestOf([])).toBeNull();
  expect(nearestOf([{ event: event('a'), verdict: null }])).toBeNull();
});

test('the nearest step misses the fewest conditions, then holds the most, then is of the newest event', () => {
  const [one, two, three] = [verdict('nnyy', 'ny'), verdict('nyy'), verdict('nyy')];
  const tried = [one, two, three].map((each, index) => ({ event: event(String(index)), verdict: each }));
  expect(nearestOf(tried)).toMatchObject({ event: { uuid: '1' }, step: 0 });
  expect(nearestOf(tried.slice(0, 1))).toMatchObject({ event: { uuid: '0' }, step: 1 });
});
