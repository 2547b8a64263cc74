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
