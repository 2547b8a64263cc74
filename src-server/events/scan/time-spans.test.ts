import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventSpans } from '../../database/migrations/021-040/027-event-spans.ts';
import { serverForEach } from '../../testing/server-hooks.ts';
import { storedValues } from '../../testing/stored-values.ts';
import { blockSize, rangesWithin } from './time-spans.ts';

const spans = fc.array(
  fc.record({ first: fc.integer({ min: 0, max: 50 }), length: fc.integer({ min: -1, max: 20 }) }),
  {
    maxLength: 8,
  },
);
const id = fc.integer({ min: 0, max: 10 * blockSize });
const at = fc.integer({ min: 0, max: 70 });

test('the ranges of a time span have exactly the ids of its blocks and all after the last block, ascending', () => {
  fc.assert(
    fc.property(spans, id, id, at, at, (blocks, one, other, from, to) => {
      const database = new Database(':memory:');
      database.exec(`CREATE TABLE discards (reason TEXT); ${eventSpans}`);
      const note = database.prepare('INSERT INTO event_spans VALUES (?, ?, ?)');
      for (const [block, { first, length }] of blocks.entries()) note.run(block, first, first + length);
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const ranges = rangesWithin(database, { low, high }, { from, to });
      database.close();
      const isWithin = (candidate: number) => ranges.some((range) => candidate > range.low && candidate <= range.high);
      for (let candidate = low + 1; candidate <= high; candidate += 1) {
        const block = blocks[Math.floor(candidate / blockSize)];
        const isWanted = block === undefined || (block.first + block.length >= from && block.first <= to);
        if (isWithin(candidate) !== isWanted) throw new Error(`${candidate} of ${JSON.stringify(ranges)}`);
      }
      for (const [index, range] of ranges.entries()) {
        expect(range.low).toBeLessThan(range.high);
        expect(range.low).toBeGreaterThanOrEqual(index === 0 ? low : (ranges[index - 1]?.high ?? 0));
      }
      expect(ranges.at(-1)?.high ?? high).toBeLessThanOrEqual(high);
    }),
    { numRuns: 50 },
  );
});

describe('a server', () => {
  const server = serverForEach();
  const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`;
  const batchOf = (days: number[]) =>
    days.map((number) => ({ event: 'viewed', distinct_id: 'ann', timestamp: day(number) }));
  const capture = (days: number[]) => server.capture({ batch: batchOf(days) }, '/batch/');
  const rowsOf = (table: string) => storedValues(server.dataDir, `SELECT count(*) FROM ${table}`)[0];
  const hasRows = (table: string, rows: number) => expect.poll(() => rowsOf(table), { timeout: 10_000 }).toBe(rows);
  const count = async (number: number) => {
    const days = `date_from=${day(number)}&date_to=${day(number)}&limit=1000&status=all`;
    return (await server.events(days)).length;
  };

  test('finds events and drops of a day that arrived among those of other days, or last', async () => {
    const days = Array.from({ length: 2 * blockSize + 100 }, (_, index) => (index < 1000 ? 3 : index === 1500 ? 9 : 5));
    await capture(days);
    await server.capture({ batch: [{ event: 'lost', timestamp: day(9) }] }, '/batch/');
    await hasRows('event_spans', 2);
    await capture([9, 3]);
    expect(await count(9)).toBe(3);
    expect(await count(4)).toBe(0);
    await server.restart();
    expect(await count(9)).toBe(3);
  });

  test('finds events whose ids a deleted project had', async () => {
    const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
    const { id: other, api_key: key } = body as { id: number; api_key: string };
    await server.capture({ api_key: key, batch: batchOf(new Array(blockSize).fill(3)) }, '/batch/');
    await hasRows('event_spans', 1);
    await server.api('DELETE', `/api/projects/${other}/`);
    await hasRows('projects', 1);
    await server.restart();
    await capture([9]);
    expect(await count(9)).toBe(1);
  });
});
