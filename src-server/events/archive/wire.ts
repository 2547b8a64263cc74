import { hash } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/open.ts';
import { databaseFile } from '../../database/storage/files.ts';
import { readIdentity } from '../../database/storage/identity.ts';
import type { Writer } from '../../database/writer.ts';
import { newestId } from '../list.ts';
import type { EventQueries } from '../queries.ts';
import type { SenderStore } from '../sending/sender-store.ts';
import type { SendingStatus } from '../sending/sending-contract.ts';
import { Archive } from './archive.ts';
import { archiveEndpoints } from './archive-endpoints.ts';
import type { ArchiveSettings } from './archive-settings.ts';
import { createArchiveStore } from './archive-store.ts';
import { requireArchive } from './require-archive.ts';

type Core = {
  database: Database;
  writer: Writer;
  clock: Clock;
  report(error: unknown): void;
  settings: ArchiveSettings | undefined;
  dataDir: string;
  queries: EventQueries;
  events: { senders: SenderStore; whenStored(notify: (count: number) => void): void };
};

const noArchive = {
  endpoints: archiveEndpoints(undefined),
  refusal: () => null,
  sending: (): SendingStatus[] => [],
  start() {},
  async close() {},
};

/** Creates the archive in ClickHouse, if the settings name one. */
export function createArchive({ settings, dataDir, database, events, writer, ...core }: Core) {
  requireArchive(database, settings, databaseFile(dataDir));
  if (settings === undefined) return noArchive;
  const identity = readIdentity(dataDir) ?? Buffer.alloc(0);
  const archive = new Archive({
    ...core,
    settings,
    database,
    writer,
    owner: hash('sha256', `archive ${identity.toString('hex')}`),
    store: createArchiveStore(database),
    senders: events.senders,
    newestId: () => newestId(database),
  });
  events.whenStored((count) => archive.stored(count));
  writer.join({ committed: () => archive.committed() });
  return {
    endpoints: archiveEndpoints(archive),
    /** Returns, for people, why events are refused now; null if they are not. */
    refusal: () => archive.refusal(),
    sending: (): SendingStatus[] => [archive.glance()],
    start: () => archive.start(),
    close: () => archive.close(),
  };
}
