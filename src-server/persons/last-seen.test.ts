import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crashOf, startTestServer, type TestServer } from '../testing/server.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import { personList } from './contract.ts';

const server = serverForEach();
const minute = (of: number) => new Date(Date.UTC(2026, 0, 1, 0, of)).toISOString();

/** Returns each person's newest time by any of its ids. */
async function lastSeen({ api }: Pick<TestServer, 'api'>): Promise<Record<string, string | null>> {
  const { results } = personList.parse((await api('GET', '/api/projects/1/persons/')).body);
  return Object.fromEntries(
    results.map(({ distinct_ids, last_seen_at }) => [distinct_ids.toSorted().join(), last_seen_at]),
  );
}

/** Starts a server on the present files, as after a crash. */
async function afterCrash<Result>(ask: (crashed: TestServer) => Promise<Result>): Promise<Result> {
  await using crashed = await startTestServer(crashOf(server));
  return await ask(crashed);
}

const id = fc.constantFrom('a', 'b', 'c', 'd');
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('seen' as const), id, at: fc.integer({ min: 0, max: 50 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('merge' as const), id, alias: id, at: fc.integer({ min: 0, max: 50 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('asked' as const) }) },
);

test('people were last seen at their newest event, after merges, reads and a crash', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.uuid(), async (steps, round) => {
      const persons: { ids: Set<string>; at: number }[] = [];
      const personOf = (known: string) => persons.find(({ ids }) => ids.has(known));
      const nameOf = (of: string) => `${round} ${of}`;
      for (const each of steps) {
        if (each.kind === 'asked') {
          await lastSeen(server);
          continue;
        }
        const { kind, at } = each;
        const one = personOf(each.id) ?? { ids: new Set([each.id]), at: -1 };
        if (!persons.includes(one)) persons.push(one);
        one.at = Math.max(one.at, at);
        const event = { distinct_id: nameOf(each.id), timestamp: minute(at) };
        if (kind === 'seen') await server.capture({ ...event, event: 'open' });
        else {
          await server.capture({ ...event, event: '$merge_dangerously', properties: { alias: nameOf(each.alias) } });
          const other = personOf(each.alias);
          for (const merged of other?.ids ?? [each.alias]) one.ids.add(merged);
          if (other === undefined || other === one) continue;
          one.at = Math.max(one.at, other.at);
          persons.splice(persons.indexOf(other), 1);
        }
      }
      const expected = Object.fromEntries(
        persons.map(({ ids, at }) => [[...ids].map(nameOf).toSorted().join(), minute(at)]),
      );
      expect(await afterCrash(lastSeen)).toMatchObject(expected);
      expect(await lastSeen(server)).toMatchObject(expected);
    }),
    { numRuns: 8 },
  );
});

test('a stopped server has written when people were last seen', async () => {
  await server.capture({ event: 'open', distinct_id: 'ann', timestamp: minute(1) });
  await server.capture({ event: 'open', distinct_id: 'ann', timestamp: minute(7) });
  await server.restart();
  expect(await lastSeen(server)).toEqual({ ann: minute(7) });
});

test('a duplicate changes neither when its person was first seen nor last', async () => {
  const uuid = '01900000-0000-7000-8000-000000000001';
  for (const at of [20, 10, 30]) {
    await server.capture({ event: 'open', distinct_id: 'resent', timestamp: minute(at), uuid });
  }
  const { body } = await server.api('GET', '/api/projects/1/persons/?distinct_id=resent');
  expect(body).toMatchObject({ results: [{ created_at: minute(20), last_seen_at: minute(20) }] });
});
