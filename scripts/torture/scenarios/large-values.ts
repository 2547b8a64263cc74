import assert from 'node:assert/strict';
import { eventPage, seenNames } from '../../../src-server/events/contract.ts';
import { personList } from '../../../src-server/persons/contract.ts';
import type { ServerProcess } from '../../../src-server/testing/process.ts';
import { requirePeak } from '../memory.ts';
import { scenario } from '../scenario.ts';
import { ask, projectKey, statusOf } from '../server-process.ts';

const megabyte = 1_000_000;
/** Maximum peak memory of the server, MiB; it begins with about 150. */
const maxMemory = 600;
const root = '/api/projects/@current/';

/** Large `$set` of many persons, and large event names: all are stored, and the memory does not grow with their number. */
export const largeValues = scenario('large-values', { ci: 30, full: 300 }, async ({ isFull, folder, start }) => {
  const { persons, names } = isFull ? { persons: 474, names: 60 } : { persons: 12, names: 3 };
  const server = await start({ dataDir: folder() });
  const notes = 'x'.repeat(9 * megabyte);
  for (let person = 0; person < persons; person++) {
    const properties = { $set: { email: `${person}@example.com`, notes } };
    await capture(server, { event: 'large', distinct_id: `person ${person}`, properties });
  }
  for (let person = 0; person < persons; person++) await requireDecide(server, `person ${person}`);
  const { count, results } = personList.parse(await ask(server.url, `${root}persons/?limit=1000`));
  assert.equal(count, persons, 'persons');
  assert.ok(
    results.every(({ properties }) => !('notes' in properties)),
    'A person keeps 9 MB of notes.',
  );

  for (let name = 0; name < names; name++) {
    await capture(server, { event: `${name} ${'n'.repeat(19 * megabyte)}`, distinct_id: 'ann', properties: {} });
  }
  const seen = await answerOf(server, `${root}events/names/`, 1);
  assert.equal(seenNames.parse(seen.body).events.length, names + 1, 'event names');
  // Live's request.
  const live = await answerOf(server, `${root}events/?status=all&limit=100`, 17);
  const page = eventPage.parse(live.body).results.slice(0, Math.min(names, 100));
  for (const { event, warnings } of page) {
    assert.equal(event?.length, 200);
    assert.ok(
      warnings.some(({ code }) => code === 'event_name_cut'),
      'A cut name has no warning.',
    );
  }
  const { accepted } = await statusOf(server.url);
  assert.equal(accepted, persons + names, 'accepted events');
  const memory = requirePeak(server, maxMemory);
  return {
    figures: `${persons} persons of 9 MB, ${names} names of 19 MB, ${memory}; Live ${live.kib}, names ${seen.kib} KiB`,
  };
});

async function capture(server: ServerProcess, event: object): Promise<void> {
  const body = JSON.stringify({ api_key: projectKey, ...event });
  const answer = await fetch(`${server.url}/capture/`, { method: 'POST', body });
  assert.equal(answer.status, 200, await answer.text());
}

async function requireDecide(server: ServerProcess, distinctId: string): Promise<void> {
  const body = JSON.stringify({ api_key: projectKey, distinct_id: distinctId });
  const answer = await fetch(`${server.url}/decide/?v=3`, { method: 'POST', body });
  assert.equal(answer.status, 200, await answer.text());
}

/** Returns an answer. `maxMib`: its maximum size. */
async function answerOf(server: ServerProcess, path: string, maxMib: number): Promise<{ body: unknown; kib: number }> {
  const body = await ask(server.url, path);
  const kib = Math.ceil(JSON.stringify(body).length / 1024);
  assert.ok(kib < maxMib * 1024, `${path} answered ${kib} KiB.`);
  return { body, kib };
}
