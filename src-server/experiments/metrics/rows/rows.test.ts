import { expect, test } from 'vitest';
import { openReader } from '../../../database/open.ts';
import { serverForAll } from '../../../testing/server-hooks.ts';
import { ChunkFiles } from '../../columns/chunk-files.ts';
import { boundsOf } from '../../results/exposures/exposures.ts';
import { visitOccurrences } from './occurrences.ts';

const server = serverForAll();

test('an event that is deleted while values are read gives its value to no other event', async () => {
  const paid = (distinct_id: string, amount: number) => ({ event: 'paid', distinct_id, properties: { amount } });
  await server.capture(paid('gone', 5), '/capture/?test_run=old');
  await server.capture({ batch: [paid('ann', 1), paid('bob', 2)] }, '/batch/');
  const database = openReader(server.dataDir);
  const kept = { rows: new Map(), matches: new Map(), files: new ChunkFiles(server.dataDir, '') };
  const bounds = boundsOf(database, kept, 1, { start: 0, end: Date.now() });
  const exposed = {
    source: null,
    personOf: new Int32Array(bounds.lastRef + 1),
    variant: new Int8Array(bounds.lastRef + 1).fill(1),
    since: new Float64Array(bounds.lastRef + 1),
    event: new Float64Array(),
    people: [],
    inSeveral: 0,
    otherValues: 0,
    excluded: 0,
  };
  const source = { table: 'events' as const, key: 1 };
  const entry = { kind: 'event' as const, id: 'paid', name: 'paid', sources: [source], rules: [] };
  const asked = { entry, exposed, bounds, needsId: false, property: 'amount', isWanted: () => true };
  const amounts = new Map<number, number>();
  const reading = visitOccurrences(database, asked, (person, _offset, _id, amount) => amounts.set(person, amount));
  expect(reading.next().done).toBe(false);
  expect((await server.api('DELETE', '/api/projects/1/test_runs/old/')).status).toBe(204);
  await expect.poll(() => server.events(), { timeout: 20_000 }).toHaveLength(2);
  while (!reading.next().done);
  database.close();
  expect([amounts.get(2), amounts.get(3)]).toEqual([1, 2]);
});
