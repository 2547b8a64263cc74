import { expect, test, vi } from 'vitest';
import { databaseOfTest } from '../../testing/database.ts';
import { startTestServer } from '../../testing/server.ts';
import { eventDetail, requestBody } from '../contract.ts';
import { createRequestBodies } from './request-bodies.ts';

test('a long body is stored whole, in parts, with its keys masked also at part boundaries', async () => {
  const secret = `phx_kkkk${'.k~-'.repeat(13)}`;
  // Puts a key at the end of the first part.
  const note = `${' '.repeat(512 * 1024 - 150)}${`${secret} ${'x'.repeat(300)} `.repeat(4000)}`;
  const uuid = '0195a000-0000-7000-8000-00000000b0d1';
  await using server = await startTestServer();
  const body = JSON.stringify({
    api_key: server.projectKey,
    event: 'long',
    distinct_id: 'ann',
    uuid,
    properties: { note },
  });
  expect((await server.capture(body)).status).toBe(200);
  const path = `/api/projects/1/events/${uuid}/`;
  const parts = await vi.waitFor(async () => {
    const { request } = eventDetail.parse((await server.api('GET', path)).body);
    expect(request?.body_parts).toBeGreaterThan(1);
    expect(request?.body_truncated).toBe(true);
    return request?.body_parts ?? 0;
  }, 10_000);
  const texts: string[] = [];
  for (let part = 0; part < parts; part += 1) {
    const answer = requestBody.parse((await server.api('GET', `${path}body/?part=${part}`)).body);
    expect(answer.next).toBe(part + 1 < parts ? part + 1 : null);
    texts.push(answer.body);
  }
  expect(texts.join('') === body.replaceAll(secret, 'phx_kkkk…')).toBe(true);
  expect((await server.api('GET', `${path}body/?part=${parts}`)).status).toBe(404);
});

test('the newest bodies are kept up to a size limit, and are deleted with their request', () => {
  const { database } = databaseOfTest();
  const bodies = createRequestBodies(database, 2500);
  const request =
    database.prepare(`INSERT INTO requests VALUES (?, 1, 0, 'POST', '/e/', '', '{}', '', 'none', 1, 1, '', 'utf8', 1,
    NULL, NULL, 200, '', 0, 0, 0, NULL)`);
  for (let requestId = 1; requestId <= 5; requestId += 1) {
    request.run(requestId);
    for (const part of [0, 1]) bodies.add({ projectId: 1, requestId, part, body: Buffer.alloc(500) });
  }
  bodies.add({ projectId: 1, requestId: 99, part: 0, body: Buffer.alloc(5000) });
  const kept = database.prepare('SELECT DISTINCT request_id FROM request_bodies ORDER BY 1').pluck();
  expect(kept.all()).toEqual([4, 5]);
  database.prepare('DELETE FROM requests WHERE id = 5').run();
  expect(kept.all()).toEqual([4]);
});
