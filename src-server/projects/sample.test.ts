import { expect, test } from 'vitest';
import { numberedUuids } from '../testing/numbered-uuids.ts';
import { serverForAll } from '../testing/server-hooks.ts';
import { project, sampleBeat } from './contract.ts';

let now = Date.parse('2026-11-20T12:00:00Z');
const server = serverForAll({ clock: { now: () => now, uuid: numberedUuids() } });
const add = () => server.api('POST', '/api/projects/', { name: 'Sample data', sample: 'loading' });

test('there is one sample: another is refused while it is being loaded, and once it is', async () => {
  const lost = project.parse((await add()).body);
  for (let beats = 0; beats < 3; beats += 1) {
    expect(await add()).toMatchObject({ status: 409, body: { code: 'sample_exists' } });
    now += sampleBeat.lostAfterMs - 1;
    await server.api('PATCH', `/api/projects/${lost.id}/`, { sample: 'loading' });
  }
  now += sampleBeat.lostAfterMs;
  const { id } = project.parse((await add()).body);
  await server.api('PATCH', `/api/projects/${id}/`, { sample: 'loaded' });
  now += sampleBeat.lostAfterMs;
  expect(await add()).toMatchObject({ status: 409 });
  await server.api('DELETE', `/api/projects/${id}/`);
  expect(await add()).toMatchObject({ status: 201 });
});
