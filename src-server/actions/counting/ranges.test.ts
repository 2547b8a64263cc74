import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventPage } from '../../events/contract.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { actionCount } from '../contract.ts';
import { add } from '../matching/calculate-testing.ts';
import { day } from '../matching/generated-testing.ts';
import { settled } from '../testing.ts';
import { crash } from './crash-testing.ts';

const days = Array.from({ length: 7 }, (_, index) => index + 1);
const dayNumber = fc.constantFrom(...days);
const id = fc.nat(5).map((number) => `p${number}`);
const hits = fc.array(fc.record({ distinct_id: id, on: dayNumber }), { minLength: 1, maxLength: 8 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('hits' as const), hits, run: fc.constantFrom('', '', 'a', 'b') }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('merge' as const), id, other: id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), run: fc.constantFrom('a', 'b') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'crash' as const, 'save' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

/** Days and hours at which ranges begin and end: whole and partial days. */
const starts = [
  undefined,
  ...days.map((number) => `2026-10-${String(number).padStart(2, '0')}`),
  '2026-10-03T18:00:00Z',
];
const ends = [...starts.slice(1), '2026-10-05T12:00:00Z', undefined];

/** Returns the server that goes on. */
async function take(server: TestServer, actionId: number, taken: Step): Promise<TestServer> {
  const { capture, api } = server;
  switch (taken.kind) {
    case 'hits': {
      const hit = ({ distinct_id, on }: { distinct_id: string; on: number }, at: number) => ({
        event: 'hit',
        distinct_id,
        timestamp: day(on, 9 + at),
      });
      await capture({ batch: taken.hits.map(hit) }, taken.run === '' ? '/batch/' : `/batch/?test_run=${taken.run}`);
      break;
    }
    case 'merge':
      await capture({ event: '$merge_dangerously', distinct_id: taken.id, properties: { alias: taken.other } });
      break;
    case 'remove':
      await api('DELETE', `/api/projects/1/test_runs/${taken.run}/`);
      break;
    case 'restart':
      await server.restart();
      break;
    case 'save':
      await api('PATCH', `/api/projects/1/actions/${actionId}/`, { steps: [{ event: 'hit' }] });
      await settled((method, rest) => api(method, `/api/projects/1/actions/${rest}`), actionId);
      break;
    case 'crash':
      return crash(server);
  }
  return server;
}

/** Counts the action from the events themselves. */
async function recount(server: TestServer) {
  const { body } = await server.api('GET', '/api/projects/1/events/?event=hit&limit=1000');
  const events = eventPage
    .parse(body)
    .results.map(({ person_id, timestamp }) => ({ person_id, at: Date.parse(timestamp) }));
  return (from: string | undefined, to: string | undefined) => {
    const first = from === undefined ? -Infinity : Date.parse(from);
    const last = to === undefined ? Infinity : Date.parse(to) + (to.includes('T') ? 0 : 86_399_999);
    const within = events.filter(({ at }) => at >= first && at <= last);
    return { count: within.length, people_count: new Set(within.map(({ person_id }) => person_id)).size };
  };
}

async function expectRanges(server: TestServer, actionId: number): Promise<void> {
  const expected = await recount(server);
  const check = async (from: string | undefined, to: string | undefined) => {
    const range = new URLSearchParams({ ...(from && { date_from: from }), ...(to && { date_to: to }) });
    const { body } = await server.api('GET', `/api/projects/1/actions/${actionId}/count/?${range}`);
    const { count, people_count } = actionCount.parse(body);
    expect({ from, to, count, people_count }).toEqual({ from, to, ...expected(from, to) });
  };
  await Promise.all(starts.flatMap((from) => ends.map((to) => check(from, to))));
}

test('any range agrees with a recount, after late events, merges, removals, restarts and crashes', async () => {
  const histories = fc.sample(fc.array(step, { minLength: 10, maxLength: 20 }), { numRuns: 6, seed: 5 });
  const kinds = new Set(histories.flat().map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(['crash', 'hits', 'merge', 'remove', 'restart', 'save']);
  let server = await startTestServer();
  try {
    const action = await add(
      (method, rest, body) => server.api(method, `/api/projects/1/actions/${rest}`, body),
      [{ event: 'hit' }],
    );
    for (const history of histories) {
      for (const taken of history) {
        server = await take(server, action, taken);
        // A later step may recount what a crash lost.
        if (taken.kind === 'crash') await expectRanges(server, action);
      }
      await expectRanges(server, action);
    }
  } finally {
    await server.close();
  }
});
