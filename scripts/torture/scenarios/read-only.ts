import assert from 'node:assert/strict';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { plainUser } from '../../../src-server/testing/process.ts';
import { Ledger, requireComplete, storedUuids } from '../ledger.ts';
import { scenario } from '../scenario.ts';
import { sendFor } from '../traffic.ts';

/** Starts on a read-only data folder: it serves reads, refuses writes, and says so. */
export const readOnly = scenario('read-only', { ci: 5, full: 30 }, async (context) => {
  const { random, dataDir, ledger, start } = context;
  const first = await start({ dataDir });
  await sendFor(context, first.url, ledger, 1000);
  await first.end('SIGTERM');
  setWritable(dataDir, false);
  const second = await start({ dataDir, ...(plainUser === undefined ? {} : { uid: plainUser }) });
  assert.ok(second.said.length > 0, 'It says nothing of the read-only folder before it listens.');
  const readable = new Set(await storedUuids(second.url));
  assert.ok(
    [...ledger.acknowledged].every((uuid) => readable.has(uuid)),
    'Stored events cannot be read.',
  );
  const { acknowledged, unavailable } = await sendFor(context, second.url, new Ledger(random), 500, 4);
  assert.equal(acknowledged, 0, 'It acknowledged events that it cannot store.');
  await second.end('SIGTERM');
  setWritable(dataDir, true);
  const figures = await requireComplete(await start({ dataDir }), ledger);
  return { figures: `said "${second.said[0]}", ${unavailable} × 503, ${figures}` };
});

function setWritable(dataDir: string, isWritable: boolean): void {
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const isFolder = entry.isDirectory();
    chmodSync(join(entry.parentPath, entry.name), (isFolder ? 0o555 : 0o444) | (isWritable ? 0o200 : 0));
  }
  chmodSync(dataDir, isWritable ? 0o755 : 0o555);
}
