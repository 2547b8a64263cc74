import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestServer } from '../../testing/server.ts';

/** Identifies persons by id, with these stored properties. */
export async function identify(server: TestServer, persons: Record<string, object>): Promise<void> {
  const batch = Object.entries(persons).map(([id, $set]) => ({
    event: '$identify',
    distinct_id: id,
    properties: { $set },
  }));
  expect((await server.capture({ batch }, '/batch/')).status).toBe(200);
}

/** Returns persons, by id, of whom some have a plan and some have seats. */
export const manyPersons = (count: number): Record<string, object> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, nr) => [
      `user-${nr}`,
      { ...(nr % 3 === 0 ? {} : { plan: nr % 3 === 1 ? 'pro' : 'Free' }), ...(nr % 2 === 0 ? { seats: nr % 4 } : {}) },
    ]),
  );

/** A property of a condition that some of `manyPersons` meet. */
export const someProperty = fc.record({
  key: fc.constantFrom('plan', 'seats', 'distinct_id'),
  operator: fc.constantFrom('exact', 'is_not', 'is_set', 'is_not_set', 'icontains', 'regex'),
  value: fc.constantFrom('pro', 'free', '1', 'e', 'user-[1-5]'),
});
