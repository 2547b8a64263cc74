import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { databaseFile } from '../../database/storage/files.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { flag } from '../contract.ts';
import { flips, reach } from '../evaluation/evaluation-contract.ts';

const server = serverForAll();

const root = '/api/projects/@current/feature_flags/';
const key = 'new-checkout';
const properties = [{ key: 'plan', value: 'pro' }];
const draftOf = (group: object) => ({ key, filters: { groups: [group] } });

/** Stores one more person than are counted in the time of an answer. */
function storePeople(): void {
  const database = new Database(databaseFile(server.dataDir));
  database.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200001)
    INSERT INTO persons (project_id, uuid, properties, is_identified, created_at, last_seen_at)
    SELECT 1, 'bulk-' || i, '{"plan":"pro"}', 0, i, i FROM n;
    INSERT INTO distinct_ids (project_id, value, person_id, created_at) SELECT 1, uuid, id, created_at FROM persons`);
  database.close();
}

test('a count of reach or flips that would take too long is marked incomplete', async () => {
  storePeople();
  const saved = flag.parse((await server.api('POST', root, { key, filters: { groups: [] } })).body);
  const half = draftOf({ properties, rollout_percentage: 50 });
  const reached = reach.parse((await server.api('POST', `${root}reach/`, half)).body);
  const change = { draft: draftOf({ properties }) };
  const flipped = flips.parse((await server.api('POST', `${root}${saved.id}/preview_change/`, change)).body);
  for (const { known, is_complete: isComplete } of [reached, flipped]) {
    expect(isComplete).toBe(false);
    expect(known).toBeGreaterThan(0);
    expect(known).toBeLessThanOrEqual(200_000);
  }
  expect(reached.conditions[0]?.matching).toBe(reached.known);
  expect(reached.reached / reached.known).toBeCloseTo(0.5, 1);
  expect(flipped.flipped).toBe(flipped.known);
});
