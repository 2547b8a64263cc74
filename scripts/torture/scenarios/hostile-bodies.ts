import assert from 'node:assert/strict';
import { hostileBodies, hostileKey, sendHostile } from '../../../src-server/testing/hostile-bodies.ts';
import { scenario } from '../scenario.ts';
import { statusOf } from '../server-process.ts';

/** Just under the limit of a body. */
const bytes = 20 * 1024 * 1024 - 200;
/** A quadratic reader takes minutes. */
const hangMs = 60_000;

/** The slowest 20 MiB body of each public reader is answered, and so are other requests meanwhile. */
export const hostileLargeBodies = scenario('hostile-bodies', { ci: 40, full: 40 }, async ({ dataDir, start }) => {
  const server = await start({ dataDir, env: { BENCHTOP_PROJECT_API_KEY: hostileKey } });
  let slowest = 0;
  for (const body of hostileBodies) {
    const [name, status] = body;
    const sent = await sendHostile(server.url, body, bytes, () => statusOf(server.url));
    assert.equal(sent.status, status, `${name}: ${sent.text}`);
    assert.ok(sent.slowestOtherMs < hangMs, `${name}: another client waited ${sent.slowestOtherMs} ms.`);
    slowest = Math.max(slowest, sent.slowestOtherMs);
  }
  assert.ok(server.isRunning);
  return { figures: `${hostileBodies.length} bodies of 20 MiB, others waited ${Math.round(slowest)} ms at most` };
});
