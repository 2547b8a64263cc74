import { afterAll, beforeAll } from 'vitest';
import { type ClickHouseCluster, startClickHouse } from './clickhouse.ts';
import { whenUsed } from './server-hooks.ts';

/** Starts a cluster for all tests of the file; call it within tests only. */
export function clusterForAll(shards = 2, replicas = 1): ClickHouseCluster {
  let cluster: ClickHouseCluster | undefined;
  beforeAll(async () => {
    cluster = await startClickHouse(shards, { replicas });
  });
  afterAll(() => cluster?.close());
  return whenUsed(() => cluster);
}
