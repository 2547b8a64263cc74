import { expect, test } from 'vitest';
import { serverForEach } from '../testing/server-hooks.ts';
import { personalKeyList, projectKeyList } from './contract.ts';

const server = serverForEach();

test.each([
  ['project', '/api/projects/@current/api_keys/', projectKeyList],
  ['personal', '/api/personal_api_keys/', personalKeyList],
])('a %s key that was rotated elsewhere is neither rotated nor revoked', async (_, keys, list) => {
  await server.api('POST', keys, { name: 'App' });
  const read = async () => list.parse((await server.api('GET', keys)).body).results;
  const seen = (await read()).find(({ name }) => name === 'App');
  const path = `${keys}${seen?.id}/`;
  const query = `?expected_created_at=${seen?.created_at}`;
  expect(await server.api('POST', `${path}rotate/${query}`)).toMatchObject({ status: 200, body: { id: seen?.id } });
  const rotated = await read();

  const refused = { status: 409, body: { code: 'key_changed', attr: 'expected_created_at' } };
  expect(await server.api('DELETE', `${path}${query}`)).toMatchObject(refused);
  expect(await server.api('POST', `${path}rotate/${query}`)).toMatchObject(refused);
  expect(await read()).toEqual(rotated);
  const now = rotated.find(({ id }) => id === seen?.id);
  expect((await server.api('DELETE', `${path}?expected_created_at=${now?.created_at}`)).status).toBe(204);
});
