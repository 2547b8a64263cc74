import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileBodies, hostileKey, sendHostile } from '../../testing/hostile-bodies.ts';
import { createServerProcesses, type ServerProcess } from '../../testing/process.ts';

/** A quadratic reader takes minutes; a linear one may take some on a busy machine. */
const hangMs = 120_000;

const processes = createServerProcesses('hostile');
let server: ServerProcess;
beforeAll(async () => {
  server = await processes.spawn({ env: { BENCHTOP_PROJECT_API_KEY: hostileKey } }).listening();
});
afterAll(() => processes.close());

// The torture run also sends 20 MiB.
test.each(hostileBodies)(
  '%s, 1 MiB: answered with %i, without blocking other requests',
  async (...body) => {
    const sent = await sendHostile(server.url, body, 1024 * 1024 - 100, () => server.api('GET', '/api/status/'));
    expect(sent.status, sent.text).toBe(body[1]);
    expect(sent.slowestOtherMs).toBeLessThan(hangMs);
  },
  300_000,
);
