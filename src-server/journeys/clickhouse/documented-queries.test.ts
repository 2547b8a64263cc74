import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { allSent, settingsOf, startArchiving } from './archive-testing.ts';

const cluster = clusterForAll();

const document = readFileSync('docs/scale.md', 'utf8');
const [ofOne = '', ofSeveral = ''] = [...document.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql);

/** Runs a query of the documents on the cluster. Returns the lines of its answer, sorted. */
const answerTo = async (sql: string): Promise<string[]> => ((await cluster.servers[0]?.run(sql)) ?? []).toSorted();

const event = (name: string, distinctId: string, properties = {}) => ({
  event: name,
  distinct_id: distinctId,
  properties,
});

it('the documented queries count one server by person, and several on a cluster by distinct id', async () => {
  const [benchtop, desk, lab] = await Promise.all(
    ['benchtop', 'desk', 'lab'].map((database) => startArchiving(settingsOf(cluster, database))),
  );
  await benchtop?.capture(
    {
      batch: [
        event('viewed', 'ada'),
        event('viewed', 'ada at work'),
        event('viewed', 'bob'),
        event('$merge_dangerously', 'ada', { alias: 'ada at work' }),
      ],
    },
    '/batch/',
  );
  await desk?.capture({ batch: [event('viewed', 'ada'), event('bought', 'ada')] }, '/batch/');
  await lab?.capture({ batch: [event('viewed', 'ada'), event('viewed', 'bob')] }, '/batch/');
  for (const server of [benchtop, desk, lab]) if (server !== undefined) await allSent(server);

  expect(await answerTo(ofOne)).toEqual(['$merge_dangerously\t1\t1', 'viewed\t3\t2']);
  expect(await answerTo(ofSeveral)).toEqual(['bought\t1\t1', 'viewed\t3\t2']);
});

it('docs/scale.md names the version that is tested', async () => {
  const [version] = await answerTo("SELECT extract(version(), '^\\\\d+\\\\.\\\\d+')");
  expect(document).toContain(`ClickHouse ${version}`);
});
