import type { Database } from '../../database/open.ts';
import { etagOf } from '../../http/etag.ts';
import type { DefinitionTable } from './definition-table.ts';
import { type Definitions, definitionsFormat } from './definitions-contract.ts';
import { columnsOf, readTables } from './table-rows.ts';

/**
 * Creates the published definitions for other servers. `source`: an id of the data folder. After the first request, triggers of
 * this connection note every change, so that a request without changes reads nothing.
 */
export function createPublished(database: Database, tables: readonly DefinitionTable[], source: string) {
  let etag: string | undefined;
  let isWatched = false;
  function watch(): void {
    database.function('definitions_changed', () => {
      etag = undefined;
      return null;
    });
    for (const one of tables) {
      for (const event of ['INSERT', 'DELETE', `UPDATE OF ${columnsOf(database, one).columns.join(', ')}`]) {
        database.exec(`CREATE TEMP TRIGGER definitions_${event.slice(0, 6)}_${one.table} AFTER ${event} ON ${one.table}
          BEGIN SELECT definitions_changed(); END`);
      }
    }
    isWatched = true;
  }
  function text(): string {
    const all: Definitions = { format: definitionsFormat, source, tables: readTables(database, tables) };
    return JSON.stringify(all);
  }
  return {
    /** Returns the tag, and the text if it differs from a known one. */
    read(known: readonly string[]): { etag: string; text: string | null } {
      if (!isWatched) watch();
      if (etag !== undefined && known.includes(etag)) return { etag, text: null };
      const whole = text();
      etag = etagOf(whole);
      return { etag, text: known.includes(etag) ? null : whole };
    },
  };
}

export type Published = ReturnType<typeof createPublished>;
