import { expect, test } from 'vitest';
import { isoTime } from '../../core/text/time-contract.ts';
import { numberedUuids } from '../../testing/numbered-uuids.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { action, actionCount, actionCounts } from '../contract.ts';
import { settled } from '../testing.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const server = serverForAll({ clock: { now: () => now, uuid: numberedUuids() } });
const api = (method: string, rest: string, body?: unknown) =>
  server.api(method, `/api/projects/1/actions/${rest}`, body);

test('an event dated tomorrow shifts no day of the lists, and a count has no day to come without a match', async () => {
  const stepsOf = (event: string) => ({ name: event, steps: [{ event }] });
  const ahead = action.parse((await api('POST', '', stepsOf('ahead'))).body);
  const even = action.parse((await api('POST', '', stepsOf('even'))).body);
  const at = (event: string, timestamp: number) => ({ event, distinct_id: 'ann', timestamp: isoTime(timestamp) });
  const batch = [
    at('ahead', now),
    at('ahead', now + 3 * 3_600_000),
    at('even', now),
    at('even', now - 450 * 86_400_000),
  ];
  await server.capture({ batch }, '/batch/');
  await settled(api, ahead.id);

  for (const days of [1, 3]) {
    const { results } = actionCounts.parse((await api('GET', `counts/?days=${days}`)).body);
    expect(results.map(({ count, series }) => [count, series.length, series.at(-1)])).toEqual([
      [2, days, { date: '2026-11-20', count: 1, people_count: 1 }],
      [2, days, { date: '2026-11-20', count: 1, people_count: 1 }],
    ]);
  }

  const seriesIn = async (id: number, range: string) =>
    actionCount
      .parse((await api('GET', `${id}/count/?${range}`)).body)
      .series.map(({ date, count }) => `${date}: ${count}`);
  expect(await seriesIn(ahead.id, '')).toEqual(['2026-11-20: 1', '2026-11-21: 1']);
  const everything = await seriesIn(ahead.id, 'date_from=2000-01-01&date_to=9999-12-31');
  expect([everything.length, ...everything.slice(-2)]).toEqual([400, '2026-11-20: 1', '2026-11-21: 1']);
  expect((await seriesIn(even.id, 'date_to=9999-12-31')).at(-1)).toBe('2026-11-20: 1');
  expect(await seriesIn(even.id, 'date_from=2026-11-20&date_to=2026-11-30')).toEqual(['2026-11-20: 1']);
  expect(await seriesIn(ahead.id, 'date_from=2026-11-20&date_to=2026-11-30')).toEqual([
    '2026-11-20: 1',
    '2026-11-21: 1',
  ]);
  expect(await seriesIn(even.id, 'date_from=2030-01-01&date_to=9999-12-31')).toEqual([]);
});
