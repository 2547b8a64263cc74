import { expect, vi } from 'vitest';
import type { ServerProcess } from './process.ts';

/**
 * Waits until the database takes events and the spool is empty, which a busy machine fills without a fault. The time depends on
 * the machine, up to the limit of the test.
 */
export async function expectStoring(server: ServerProcess): Promise<void> {
  await vi.waitFor(
    async () =>
      expect((await server.status()).storage, server.stdout + server.stderr).toMatchObject({ state: 'ok', spooled: 0 }),
    { timeout: 90_000, interval: 50 },
  );
}
