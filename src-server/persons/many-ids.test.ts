import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { maxDecideIds, maxIds, maxListedIds, maxMergedIds } from '../core/limits-contract.ts';
import { databaseFile } from '../database/storage/files.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import { type PersonDetail, personDetail, personList } from './contract.ts';

const many = 200_000;
const root = '/api/projects/1/';

const server = serverForEach();
beforeEach(async () => {
  await server.capture({ event: 'hello', distinct_id: 'hydra' });
  // Rows as many merges leave them; the newest ids were merged first.
  const database = new Database(databaseFile(server.dataDir));
  database
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO distinct_ids (project_id, value, person_id, created_at, merged_at)
       SELECT 1, 'head ' || i, 1, 1000, 10000000 - i FROM n`,
    )
    .run(many);
  database.close();
});

test('a person with 200,000 ids is listed with the first ids and the total', { timeout: 120_000 }, async () => {
  const { results } = personList.parse((await server.api('GET', `${root}persons/`)).body);
  const [listed] = results;
  expect(listed?.distinct_ids).toHaveLength(maxListedIds);
  expect(listed?.distinct_ids.slice(0, 2)).toEqual(['hydra', `head ${many}`]);
  const one: PersonDetail = personDetail.parse((await server.api('GET', `${root}persons/1/`)).body);
  expect(one.identities).toHaveLength(maxIds);
  expect([listed?.distinct_id_count, one.distinct_id_count]).toEqual([many + 1, many + 1]);
});

test('the first ids of a person are read in index order', () => {
  const database = new Database(databaseFile(server.dataDir), { readonly: true });
  const plan = database
    .prepare<[], { detail: string }>(
      'EXPLAIN QUERY PLAN SELECT value FROM distinct_ids WHERE person_id = 1 ORDER BY merged_at, id LIMIT 1',
    )
    .all();
  expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE');
  database.close();
});

test('an override for any of the ids applies to a decide by any other', { timeout: 120_000 }, async () => {
  const { body } = await server.api('POST', `${root}feature_flags/`, { key: 'split', filters: { groups: [{}] } });
  const { id } = body as { id: number };
  const far = `head ${many - maxDecideIds - 10}`;
  await server.api('POST', `${root}feature_flags/${id}/overrides/`, { distinct_id: far, value: false });
  for (const who of ['hydra', far, 'head 5', `head ${many}`]) {
    const answer = await server.capture({ distinct_id: who }, '/decide/?v=3');
    expect(answer.body, who).toMatchObject({ featureFlags: { split: false } });
  }
  expect((await server.capture({ distinct_id: 'ann' }, '/decide/?v=3')).body).toMatchObject({
    featureFlags: { split: true },
  });
  // No condition can name 200,000 ids: SDKs ask the server instead.
  const { body: local } = await server.api('GET', `/flags/definitions/?token=${server.projectKey}`);
  expect(local).toMatchObject({
    flags: [{ key: 'split', ensure_experience_continuity: true, filters: { groups: [{}] } }],
  });
  expect(JSON.stringify(local).length).toBeLessThan(5000);
});

test('a merge that would move too many ids is refused with a warning', async () => {
  await server.capture({ event: 'hello', distinct_id: 'ann' });
  const properties = { alias: 'hydra' };
  await server.capture({ event: '$merge_dangerously', distinct_id: 'ann', properties });
  const { body } = await server.api('GET', `${root}events/?limit=1`);
  const detail = expect.stringContaining(`more than ${maxMergedIds.toLocaleString('en-US')} ids`);
  expect(body).toMatchObject({ results: [{ warnings: [{ code: 'merge_refused', detail }] }] });
  expect(personList.parse((await server.api('GET', `${root}persons/`)).body).count).toBe(2);
  // The other way round only one id moves.
  await server.capture({ event: '$merge_dangerously', distinct_id: 'hydra', properties: { alias: 'ann' } });
  expect(personList.parse((await server.api('GET', `${root}persons/`)).body).count).toBe(1);
});
