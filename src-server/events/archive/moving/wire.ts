import { type Database, openReader } from '../../../database/open.ts';
import type { ArchiveSettings } from '../archive-settings.ts';
import { probeSql } from '../clickhouse/moved-sql.ts';
import { tablesOf } from '../clickhouse/schema.ts';
import { MovedCandidates } from './moved-candidates.ts';
import { MovedProperties } from './moved-properties.ts';
import { WaitingClient } from './waiting-client.ts';
import { showWholeEvents } from './whole-events.ts';

type Parts = { dataDir: string; settings: ArchiveSettings; clientFile: URL };

/** Lets a connection of a reading thread see all properties of events, also those that only the archive has. */
export function readThroughArchive(database: Database, { dataDir, settings, clientFile }: Parts): void {
  const tables = tablesOf(settings);
  const client = new WaitingClient(clientFile, settings, probeSql(tables));
  const reader = openReader(dataDir);
  const moved = new MovedProperties(reader, client, tables);
  showWholeEvents(database, moved, new MovedCandidates({ database: reader, asker: client, tables, moved }));
}
