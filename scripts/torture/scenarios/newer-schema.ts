import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { StartError } from '../../../src-server/testing/process.ts';
import { requireSentence } from '../damage.ts';
import { requireComplete } from '../ledger.ts';
import { scenario } from '../scenario.ts';
import { sendFor } from '../traffic.ts';

/** A folder that a newer Benchtop wrote is refused in one sentence, and left as it is. */
export const newerSchema = scenario('newer-schema', { ci: 4, full: 10 }, async (context) => {
  const { dataDir, ledger, start } = context;
  const file = join(dataDir, 'benchtop.sqlite');
  const first = await start({ dataDir });
  await sendFor(context, first.url, ledger, 500);
  await first.end('SIGTERM');
  const version = setVersion(file, 10_000);
  const before = hashOf(file);
  const refusal = await start({ dataDir }).then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(refusal instanceof StartError, 'It started on a newer schema.');
  const sentence = requireSentence(refusal);
  assert.equal(hashOf(file), before, 'It changed the database of a newer Benchtop.');
  setVersion(file, version);
  const figures = await requireComplete(await start({ dataDir }), ledger);
  return { figures: `"${sentence}", ${figures}` };
});

/** Returns the former version. */
function setVersion(file: string, version: number): number {
  const database = new Database(file);
  const before = Number(database.pragma('user_version', { simple: true }));
  database.pragma(`user_version = ${version}`);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return before;
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
