import { openReader } from '../../src-server/database/open.ts';
import { answerBench } from './child.ts';

/**
 * The limit of a first result with everything on: better-sqlite3 alone reads the needed columns and properties once each, and
 * computes nothing. Prints ms.
 */
export type RawReadOptions = { dataDir: string; property: string; ofNames: string[] };
export type RawReads = { wall: number; cpu: number };

const idBatchSize = 20_000;

await answerBench(read);

function read({ dataDir, property, ofNames }: RawReadOptions): RawReads {
  const database = openReader(dataDir);
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const newest = database.prepare<[], number>('SELECT max(id) FROM events').pluck().get() ?? 0;
  const columns = database.prepare<number[]>('SELECT id, timestamp, distinct_ref FROM events WHERE id > ? AND id <= ?');
  const isNamed = `name_id IN (SELECT id FROM event_names WHERE name IN (SELECT value FROM json_each(?)))`;
  const properties = database.prepare<(string | number)[]>(
    `SELECT properties -> ? FROM events WHERE id > ? AND id <= ? AND ${isNamed}`,
  );
  for (let from = 0; from < newest; from += idBatchSize) {
    const to = from + idBatchSize;
    columns.raw().all(from, to);
    properties.pluck().all(`$."${property}"`, from, to, JSON.stringify(ofNames));
    properties.pluck().all('$."$raw_user_agent"', from, to, JSON.stringify(['$feature_flag_called']));
  }
  database
    .prepare(`SELECT d.id, p.properties -> '$."email"' FROM distinct_ids d JOIN persons p ON p.id = d.person_id`)
    .raw()
    .all();
  const { user, system } = process.cpuUsage(cpu);
  return { wall: performance.now() - started, cpu: (user + system) / 1000 };
}
