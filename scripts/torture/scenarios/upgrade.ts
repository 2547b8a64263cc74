import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { databaseFile } from '../../../src-server/database/storage/files.ts';
import { EndedAtStart } from '../../../src-server/testing/process.ts';
import { loadSchemaFixture, schemaFixtureVersions } from '../../../src-server/testing/schema-fixtures.ts';
import { Ledger, requireComplete } from '../ledger.ts';
import { type Context, scenario } from '../scenario.ts';
import { sendFor } from '../traffic.ts';
import { pause } from '../wait.ts';

/** Folders of every older schema are upgraded, also when the process is killed in the middle of it. */
export const upgrade = scenario('upgrade', { ci: 15, full: 60 }, async (context) => {
  const versions = schemaFixtureVersions();
  let events = 0;
  for (const version of versions) events += await upgradeFrom(context, version);
  return { figures: `schemas ${versions[0]} to ${versions.at(-1)}, ${events} stored events kept, none twice` };
});

async function upgradeFrom(context: Context, version: number): Promise<number> {
  const { random, folder, start } = context;
  const dataDir = folder();
  loadSchemaFixture(dataDir, version);
  const ledger = new Ledger(random);
  for (const uuid of uuidsOf(dataDir)) {
    ledger.sent.add(uuid);
    ledger.acknowledged.add(uuid);
  }
  const before = ledger.acknowledged.size;
  const killed = await start({ dataDir, killAfterMs: 100 + random.int(300) }).catch((error: unknown) => error);
  if (!(killed instanceof EndedAtStart && killed.code === null)) await pause(400);
  const server = await start({ dataDir });
  await sendFor(context, server.url, ledger, 200, 4);
  try {
    await requireComplete(server, ledger);
  } catch (error) {
    throw new Error(`schema ${version}: ${(error as Error).message}`, { cause: error });
  }
  assert.ok(ledger.acknowledged.size > before, `After the upgrade from schema ${version} it takes no events.`);
  return before;
}

/** Returns the events of the first project, which the ledger covers. */
function uuidsOf(dataDir: string): string[] {
  const database = new Database(databaseFile(dataDir), { readonly: true });
  const uuids = database.prepare<[], string>('SELECT uuid FROM events WHERE project_id = 1').pluck().all();
  database.close();
  return uuids;
}
