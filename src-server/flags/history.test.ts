import { expect, test } from 'vitest';
import { loadSchemaFixture } from '../testing/schema-fixtures.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { flagChangeList } from './contract.ts';

const lastWithoutLabels = 13;
const server = serverForAll({ prepare: (dataDir) => loadSchemaFixture(dataDir, lastWithoutLabels) });

test('restoring a version from before flags had labels keeps the labels', async () => {
  const flag = '/api/projects/1/feature_flags/1/';
  await server.api('PATCH', flag, { tags: ['web'], owner_id: 1 });
  // Read as the window reads it.
  const { results } = flagChangeList.parse((await server.api('GET', `${flag}history/`)).body);
  const version = results.at(-1)?.after;
  expect(await server.api('PATCH', flag, version)).toMatchObject({ status: 200, body: { tags: ['web'], owner_id: 1 } });
});
