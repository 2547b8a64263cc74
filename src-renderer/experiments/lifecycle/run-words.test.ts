import { describe, expect, it } from 'vitest';
import { runWords } from './run-words.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const run = (
  start_date: string | null,
  end_date: string | null,
  status: 'draft' | 'running' | 'complete',
  days?: number,
) =>
  runWords(
    { start_date, end_date, status, parameters: days === undefined ? {} : { recommended_running_time: days } },
    now,
  );

describe('runWords', () => {
  it.each([
    ['a draft', run(null, null, 'draft'), null],
    ['a draft that is to start', run('2026-11-24T10:00:00.000Z', null, 'draft'), 'starts 24 Nov'],
    ['a first day', run('2026-11-21T11:00:00.000Z', null, 'running'), 'day 1'],
    ['a second day, from its 24th hour on', run('2026-11-20T12:00:00.000Z', null, 'running'), 'day 2'],
    ['a plan', run('2026-11-19T11:00:00.000Z', null, 'running', 13.2), 'day 3 of 14'],
    ['more days than planned', run('2026-11-09T11:00:00.000Z', null, 'running', 10), 'day 13, 10 planned'],
    ['an end to come', run('2026-11-19T11:00:00.000Z', '2026-12-01T00:00:00.000Z', 'running'), 'day 3, ends 1 Dec'],
    ['minutes', run('2026-11-21T11:00:00.000Z', '2026-11-21T11:20:00.000Z', 'complete'), '21 Nov, 20 min'],
    ['hours', run('2026-11-20T10:00:00.000Z', '2026-11-21T11:00:00.000Z', 'complete'), '20–21 Nov, 25 h'],
    ['two months', run('2026-10-28T10:00:00.000Z', '2026-11-05T10:00:00.000Z', 'complete'), '28 Oct – 5 Nov, 8 days'],
  ])('says %s', (_what, said, expected) => expect(said).toBe(expected));

  it('says in a row how long it was and when it ended', () => {
    const [start_date, end_date] = ['2026-10-22T10:00:00.000Z', '2026-11-18T10:00:00.000Z'];
    const over = { start_date, end_date, status: 'complete', parameters: {} } as const;
    expect(runWords(over, now, 'short')).toBe('27 days to 18 Nov');
  });
});
