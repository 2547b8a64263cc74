import { expect, test } from 'vitest';
import { serverForAll } from '../../testing/server-hooks.ts';

const server = serverForAll();

test('a check of a project that does not exist is answered 404, not as equal', async () => {
  const check = (project_id: number) => server.api('POST', '/api/archive/check/', { project_id });
  expect(await check(99)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await check(1)).toMatchObject({ status: 200 });
});
