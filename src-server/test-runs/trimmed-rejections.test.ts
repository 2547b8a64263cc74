import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrations } from '../database/migrations/migrations.ts';
import { databaseFile } from '../database/storage/files.ts';
import { loadSchemaFixture } from '../testing/schema-fixtures.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { askerOf } from '../testing/test-runs.ts';

/** Maximum rejections kept, and requests between deletions of the oldest. */
const kept = 5000;
const trimEvery = 500;
/** Rows of the test run, each for several requests; only the fixture's rows are older. */
const ofRun = { rows: 10, requests: 3 };

const server = serverForAll({
  prepare(dataDir) {
    loadSchemaFixture(dataDir, migrations.length);
    const database = new Database(databaseFile(dataDir));
    database.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${kept + 5})
      INSERT INTO discards (id, project_id, uuid, status, reason, detail, timestamp, received_at, properties, count, test_run_id)
      SELECT (SELECT max(id) FROM events) + 1000 + i, 1, printf('%08d-1111-4222-8333-444455556666', i), 'rejected', 'invalid_payload',
        'Filled in.', received_at, received_at, '{}', iif(i <= ${ofRun.rows}, ${ofRun.requests}, 1), iif(i <= ${ofRun.rows}, r.id, NULL)
      FROM n, test_runs r, (SELECT max(received_at) AS received_at FROM events) WHERE r.name = 'sample';
      UPDATE test_runs SET rejected = rejected + ${ofRun.rows * ofRun.requests} WHERE name = 'sample'`);
    database.close();
  },
});
const { list, run, summary } = askerOf(server);

async function rejected() {
  const rows = await list('status=rejected&test_run=sample&limit=1000');
  const listed = rows.reduce((sum, { count }) => sum + count, 0);
  return [(await run('sample')).rejected, listed, (await summary('test_run=sample&minutes=0')).rejected];
}

test('rejections that are deleted to make room are no longer counted in their test run', async () => {
  const before = ofRun.rows * ofRun.requests + 1;
  expect(await rejected()).toEqual([before, before, before]);
  for (let sent = 0; sent < trimEvery; sent += 50)
    await Promise.all(
      Array.from({ length: 50 }, () =>
        server.capture({ event: 'sent', distinct_id: 'ann' }, '/capture/?test_run=other'),
      ),
    );
  // Deletes the fixture's rows first, then the surplus from the run.
  const after = (ofRun.rows - 5) * ofRun.requests;
  expect(await rejected()).toEqual([after, after, after]);
  expect(await run('other')).toMatchObject({ events: trimEvery, rejected: 0 });
});
