import type { Database } from '../database/open.ts';
import { everything, type Relay } from './contract.ts';

/** `api_key` is not masked. */
export type RelaySettings = Pick<Relay, 'address' | 'api_key' | 'allow_local' | 'filter'>;

export type RelayStore = ReturnType<typeof createRelayStore>;

const unset: RelaySettings = { address: null, api_key: null, allow_local: false, filter: everything };

/** Creates the store of relay settings, kept in memory. Synchronous. */
export function createRelayStore(database: Database) {
  type Row = { address: string | null; api_key: string | null; allow_local: 0 | 1; filter: string };
  const read = database.prepare<[number], Row>(
    'SELECT address, api_key, allow_local, filter FROM relays WHERE project_id = ?',
  );
  const write = database.prepare<[number, string | null, string | null, number, string]>(
    `INSERT INTO relays (project_id, address, api_key, allow_local, filter) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET address = excluded.address, api_key = excluded.api_key, allow_local = excluded.allow_local,
       filter = excluded.filter`,
  );
  const remove = database.prepare<[number]>('DELETE FROM relays WHERE project_id = ?');
  const known = new Map<number, RelaySettings>();
  return {
    settings(projectId: number): RelaySettings {
      const cached = known.get(projectId);
      if (cached !== undefined) return cached;
      const row = read.get(projectId);
      const settings =
        row === undefined ? unset : { ...row, allow_local: row.allow_local === 1, filter: JSON.parse(row.filter) };
      known.set(projectId, settings);
      return settings;
    },
    save(projectId: number, { address, api_key, allow_local, filter }: RelaySettings): void {
      write.run(projectId, address, api_key, Number(allow_local), JSON.stringify(filter));
      known.delete(projectId);
    },
    remove(projectId: number): void {
      remove.run(projectId);
      known.delete(projectId);
    },
  };
}
