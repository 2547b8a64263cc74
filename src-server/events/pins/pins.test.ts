import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { numberedUuids } from '../../testing/numbered-uuids.ts';
import { projectForEach } from '../../testing/server-hooks.ts';
import { maxPins, pinList } from './pin-contract.ts';

const server = projectForEach();
const root = '/api/projects/@current/';
const path = (uuid: string) => `${root}pins/${uuid}/`;
const pinned = async () => pinList.parse((await server.api('GET', `${root}pins/`)).body).results;
const uuidsOf = async (query: string) => (await server.events(query)).map(({ uuid }) => uuid);

test('an event is pinned once, with a note that can be changed, and unpinned', async () => {
  const uuid = randomUUID();
  await server.capture({ event: 'paid', distinct_id: 'ann', uuid, timestamp: '2026-11-01T10:00:00Z' });
  const copied = { uuid, event: 'paid', distinct_id: 'ann', status: 'accepted', timestamp: '2026-11-01T10:00:00.000Z' };
  const first = await server.api('PUT', path(uuid.toUpperCase()), { note: ' First ' });
  expect(first).toMatchObject({ status: 200, body: { ...copied, note: 'First', is_gone: false } });
  expect(await server.api('PUT', path(uuid), {})).toEqual({ ...first, headers: expect.anything() });
  expect(await server.api('PATCH', path(uuid), { note: 'Second' })).toMatchObject({ body: { note: 'Second' } });
  expect(await server.api('PUT', path(uuid), { note: '' })).toMatchObject({ body: { note: '' } });
  expect(await pinned()).toHaveLength(1);
  expect(await server.api('PATCH', path(uuid), { note: 'x'.repeat(1001) })).toMatchObject({ body: { attr: 'note' } });
  expect((await server.api('DELETE', path(uuid))).status).toBe(204);
  expect((await server.api('DELETE', path(uuid))).status).toBe(404);
  expect((await server.api('PATCH', path(uuid), { note: 'x' })).status).toBe(404);
  expect((await server.api('PUT', path(randomUUID()), {})).status).toBe(404);
  expect(await pinned()).toEqual([]);
});

test('a pin outlives its event, and the newest pin comes first', async () => {
  const [kept = '', gone = ''] = [randomUUID(), randomUUID()];
  await server.capture({ event: 'kept', distinct_id: 'ann', uuid: kept });
  await server.capture({ event: 'gone', distinct_id: 'ann', uuid: gone, properties: { $benchtop_test_run: 'qa' } });
  await server.api('PUT', path(gone), { note: 'Why?' });
  await server.api('PUT', path(kept), {});
  expect((await server.api('DELETE', `${root}test_runs/qa/`)).status).toBe(204);
  await vi.waitFor(async () =>
    expect(await pinned()).toMatchObject([
      { uuid: kept, is_gone: false },
      { uuid: gone, event: 'gone', distinct_id: 'ann', note: 'Why?', is_gone: true },
    ]),
  );
  expect(await server.api('PUT', path(gone), { note: 'Lost' })).toMatchObject({
    body: { note: 'Lost', is_gone: true },
  });
  expect(await uuidsOf('pinned=true')).toEqual([kept]);
});

test('a filter selects pinned events, including dropped and rejected ones', async () => {
  await server.capture({ event: 'dropped', uuid: randomUUID() });
  await server.capture({ api_key: 'phc_unknown', event: 'rejected', distinct_id: 'ann' });
  const uuids = [randomUUID(), randomUUID()];
  for (const uuid of uuids) await server.capture({ event: 'accepted', distinct_id: 'ann', uuid });
  const discarded = await uuidsOf('status=all&event_none=["accepted"]');
  expect(discarded).toHaveLength(2);
  expect(await uuidsOf('status=all&pinned=true')).toEqual([]);
  for (const uuid of [...discarded, ...uuids.slice(1)])
    expect((await server.api('PUT', path(uuid), {})).status).toBe(200);
  expect(await uuidsOf('status=all&pinned=true')).toEqual([...uuids.slice(1), ...discarded]);
  expect(await uuidsOf('pinned=true')).toEqual(uuids.slice(1));
  expect(await server.api('GET', `${root}events/summary/?status=all&pinned=true`)).toMatchObject({ status: 200 });
  expect(await server.api('GET', `${root}events/?pinned=maybe`)).toMatchObject({ body: { attr: 'pinned' } });
});

test('pins of other projects are hidden, and their number is limited', async () => {
  const all = Array.from({ length: maxPins + 1 }, numberedUuids());
  await server.send(
    'POST',
    '/batch/',
    { 'Content-Type': 'application/json' },
    JSON.stringify({
      api_key: server.projectKey,
      batch: all.map((uuid) => ({ event: 'one', distinct_id: 'a', uuid })),
    }),
  );
  for (const uuid of all.slice(1)) expect((await server.api('PUT', path(uuid), {})).status).toBe(200);
  const refused = await server.api('PUT', path(all[0] ?? ''), {});
  expect(refused).toMatchObject({ status: 400, body: { code: 'too_many' } });
  expect((await server.api('PUT', path(all[1] ?? ''), { note: 'still' })).status).toBe(200);
  const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
  const other = `/api/projects/${Object(body).id}/pins/`;
  expect(await server.api('GET', other)).toMatchObject({ body: { results: [] } });
  expect((await server.api('PUT', `${other}${all[0]}/`, {})).status).toBe(404);
});
