import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import { databaseFile } from '../database/storage/files.ts';
import type { ArchiveSettings } from '../events/archive/archive-settings.ts';
import { isMoved } from '../events/archive/moving/whole-events.ts';
import { clickHousePassword, clickHouseUser, startClickHouse } from './clickhouse.ts';

/**
 * With this variable the API tests run again on servers that move event properties to a ClickHouse, with the same expectations.
 * Set it to 1; the tests get a port in it.
 */
const variable = 'BENCHTOP_TEST_MOVED';

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[variable] === undefined) return undefined;
  const cluster = await startClickHouse(1);
  process.env[variable] = String(cluster.servers[0]?.port);
  return cluster.close;
}

const settledMs = 60_000;
const pollMs = 10;

/** Returns an archive for a new server, in a database of its own; undefined in other runs. */
export function movingArchive(): ArchiveSettings | undefined {
  const port = process.env[variable];
  if (port === undefined) return undefined;
  return {
    addresses: [`127.0.0.1:${port}`],
    isSecure: false,
    database: `test_${randomUUID().replaceAll('-', '')}`,
    cluster: null,
    user: clickHouseUser,
    password: clickHousePassword,
    maxWaiting: 1_000_000,
    keepDays: 0,
  };
}

/** Settles once no event of a data folder has its properties in SQLite. */
export async function allMoved(dataDir: string): Promise<void> {
  const database = new Database(databaseFile(dataDir), { readonly: true });
  try {
    const unmoved = database.prepare<[], number>(`SELECT 1 FROM events WHERE NOT ${isMoved} LIMIT 1`).pluck();
    const end = performance.now() + settledMs;
    while (unmoved.get() !== undefined) {
      if (performance.now() > end) throw new Error('The properties of events were not moved.');
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  } finally {
    database.close();
  }
}
