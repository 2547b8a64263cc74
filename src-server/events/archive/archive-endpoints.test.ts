import { expect, test } from 'vitest';
import { serverForAll } from '../../testing/server-hooks.ts';

const server = serverForAll();

test('a check of a project that does not exist is answered 404, not as equal', async () => {
  const check = (project_id: number) => server.api('POST', '/api/archive/check/', { project_id });
  expect(await check(99)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  // An archive that is being prepared answers 503.
  await expect.poll(async () => (await check(1)).status).toBe(200);
});
