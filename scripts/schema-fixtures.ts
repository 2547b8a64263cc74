import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { migrations } from '../src-server/database/migrations/migrations.ts';
import { databaseFile } from '../src-server/database/storage/files.ts';
import { startServer } from '../src-server/index.ts';
import { currentSchema, schemaFile, schemaFixtureFile } from '../src-server/testing/schema-fixtures.ts';
import { sendSampleData } from './torture/sample-data.ts';

type Keys = { projectApiKey: string; personalApiKey: string };

/**
 * `npx node scripts/schema-fixtures.ts`: writes `schema.sql`, and a fixture of today's schema version, if missing, with the data of a
 * real server. Run it in the commit that adds a migration: a fixture of an older version cannot be written later.
 */
async function write(file: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-fixtures-'));
  try {
    const keys: Keys = { projectApiKey: 'phc_fixtureProjectKey', personalApiKey: 'phx_fixturePersonalKey' };
    const server = await startServer({ dataDir, port: 0, host: '127.0.0.1', ...keys });
    await sendSampleData(server.url, keys.projectApiKey, keys.personalApiKey);
    await sendChatMessage(server.url, keys);
    await server.close();
    mkdirSync(dirname(file), { recursive: true });
    // Never overwrites a fixture: existing data folders do not change either.
    writeFileSync(file, gzipSync(readFileSync(databaseFile(dataDir)), { level: 9 }), { flag: 'wx' });
    console.log(file);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Posts a match of a test run to a chat address where nobody listens. */
async function sendChatMessage(url: string, { projectApiKey: api_key, personalApiKey }: Keys): Promise<void> {
  const send = async (method: string, path: string, body: object) => {
    const headers = { Authorization: `Bearer ${personalApiKey}`, 'Content-Type': 'application/json' };
    const { ok, status } = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!ok) throw new Error(`${method} ${path} was answered ${status}.`);
  };
  const actions = '/api/projects/1/actions/';
  await send('PATCH', `${actions}chat/`, { webhook_url: 'http://127.0.0.1:9/', allow_local: true });
  await send('PATCH', `${actions}1/`, { post_to_chat: true });
  const paid = { event: 'paid', distinct_id: 'person-7', properties: { plan: 'team' } };
  await send('POST', '/capture/?test_run=sample', { api_key, ...paid });
}

writeFileSync(schemaFile, currentSchema());
const newest = schemaFixtureFile(migrations.length);
if (existsSync(newest)) console.log('Today’s schema version has its fixture.');
else await write(newest);
