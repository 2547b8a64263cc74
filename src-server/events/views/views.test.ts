import { expect, test } from 'vitest';
import { serverForAll } from '../../testing/server-hooks.ts';
import { savedViews } from './view-contract.ts';

const server = serverForAll();

const path = '/api/projects/1/saved_views/';
const saved = async () => savedViews.parse((await server.api('GET', path)).body).results;

test('a view is saved for the project, replaced by one of its name, and deleted', async () => {
  const first = await server.api('POST', path, { name: ' Dropped ', filter: 'plan=pro', status: 'dropped' });
  expect(first).toMatchObject({ status: 200, body: { name: 'Dropped', filter: 'plan=pro', status: 'dropped' } });
  await server.api('POST', path, { name: 'Ada', filter: 'person:ada' });
  await server.api('POST', path, { name: 'Dropped', filter: 'plan=free' });
  expect(await saved()).toMatchObject([
    { name: 'Ada', filter: 'person:ada', status: null },
    { name: 'Dropped', filter: 'plan=free', status: null },
  ]);
  const again = { name: 'Dropped', filter: 'plan=pro', replace: false };
  expect(await server.api('POST', path, again)).toMatchObject({
    status: 400,
    body: { code: 'unique', attr: 'name', detail: 'Another saved view has the name "Dropped".' },
  });
  expect(await saved()).toMatchObject([{ name: 'Ada' }, { name: 'Dropped', filter: 'plan=free' }]);
  const [ada] = await saved();
  expect((await server.api('DELETE', `${path}${ada?.id}/`)).status).toBe(204);
  expect((await server.api('DELETE', `${path}${ada?.id}/`)).status).toBe(404);
  expect(await server.api('POST', path, { name: '' })).toMatchObject({ status: 400, body: { attr: 'name' } });
});

test('views of other projects are hidden', async () => {
  const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
  const other = `/api/projects/${(body as { id: number }).id}/saved_views/`;
  expect(await server.api('GET', other)).toMatchObject({ body: { results: [] } });
  const [view] = await saved();
  expect((await server.api('DELETE', `${other}${view?.id}/`)).status).toBe(404);
});
