import { afterAll, afterEach, beforeAll } from 'vitest';
import { type ClickHouseCluster, startClickHouse } from './clickhouse.ts';
import { whenUsed } from './server-hooks.ts';

/** Starts a cluster for all tests of the file; call it within tests only. */
export function clusterForAll(shards = 2): ClickHouseCluster {
  let cluster: ClickHouseCluster | undefined;
  beforeAll(async () => {
    cluster = await startClickHouse(shards);
  });
  afterAll(() => cluster?.close());
  return whenUsed(() => cluster);
}

/** Returns a list of functions that are called after the test, in reverse order. */
export function closingAfterEach(): (() => Promise<unknown>)[] {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return closing;
}
