import { expect, it, onTestFinished } from 'vitest';
import { clusterName, startClickHouse } from '../../testing/clickhouse.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { isRefused, settingsOf, startArchiving } from './archive-testing.ts';

const cluster = clusterForAll();

it('two servers form one cluster of two shards, and a killed one returns with its rows', async () => {
  const [first, second] = cluster.servers;
  expect(await first?.run(`SELECT count() FROM system.clusters WHERE cluster = '${clusterName}'`)).toEqual(['2']);
  for (const server of cluster.servers) {
    await server.run('CREATE TABLE kept (n UInt8) ENGINE = MergeTree ORDER BY n');
    await server.run('INSERT INTO kept VALUES (7)');
  }
  const all = `CREATE TABLE kept_all AS kept ENGINE = Distributed(${clusterName}, default, kept)`;
  await first?.run(all);
  expect(await first?.run('SELECT count(), sum(n) FROM kept_all')).toEqual(['2\t14']);

  await second?.kill();
  await expect(first?.run('SELECT count() FROM kept_all')).rejects.toThrow();
  await second?.start();
  expect(await first?.run('SELECT count(), sum(n) FROM kept_all')).toEqual(['2\t14']);
});

it('an address that does not name each server of the cluster is refused', async () => {
  const settings = settingsOf(cluster, 'partial');
  const [first = ''] = settings.addresses;
  await isRefused(await startArchiving({ ...settings, addresses: [first] }), /has 2 servers, but/);
  const others = /are not the 2 of cluster/;
  await isRefused(await startArchiving({ ...settings, addresses: [first, first] }), others);
  const strange = await startClickHouse(2);
  onTestFinished(strange.close);
  const addresses = [first, settingsOf(strange, 'partial').addresses[0] ?? ''];
  await isRefused(await startArchiving({ ...settings, addresses }), others);
});
