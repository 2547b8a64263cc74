import { expect, test } from 'vitest';
import { openReader } from '../../database/open.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { ChunkFiles } from '../columns/chunk-files.ts';
import { createMatcher, type ExclusionRule, type MatchCache } from './known-matches.ts';

const server = serverForAll();

/** So slow that a read pauses after each event. */
const slowRule: ExclusionRule = {
  owner: 'event',
  id: 'slow',
  keys: ['plan'],
  texts: [],
  test({ plan }) {
    const end = performance.now() + 20;
    while (performance.now() < end);
    return { isMatch: plan === 'pro', onlyNow: false };
  },
};

test('two concurrent reads find the same events', async () => {
  const batch = ['pro', 'pro', 'free', 'pro'].map((plan) => ({
    event: 'viewed',
    distinct_id: 'ann',
    properties: { plan },
  }));
  await server.capture({ batch }, '/batch/');
  const database = openReader(server.dataDir);
  const matches: MatchCache = new Map();
  const seen = {
    projectId: 1,
    newestId: batch.length,
    lastRef: 1,
    kept: { matches, files: new ChunkFiles(server.dataDir, '') },
  };
  const begin = () => createMatcher(database, seen, slowRule)([1, 2, 3, 4]);
  const first = begin();
  expect(first.next().done).toBe(false);
  const second = begin();
  const results: number[][] = [];
  for (const reading of [second, first]) {
    let step = reading.next();
    while (!step.done) step = reading.next();
    results.push(step.value);
  }
  database.close();
  expect(results).toEqual([
    [0, 1, 3],
    [0, 1, 3],
  ]);
});
