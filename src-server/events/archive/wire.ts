import { hash } from 'node:crypto';
import type { FeatureCore } from '../../database/feature-core.ts';
import { databaseFile } from '../../database/storage/files.ts';
import { readIdentity } from '../../database/storage/identity.ts';
import type { createProjects } from '../../projects/wire.ts';
import { newestId } from '../list.ts';
import type { EventQueries } from '../queries.ts';
import type { SendingStatus } from '../sending/sending-contract.ts';
import type { createEvents } from '../wire.ts';
import { Archive } from './archive.ts';
import { archiveEndpoints } from './archive-endpoints.ts';
import type { ArchiveSettings } from './archive-settings.ts';
import { createArchiveStore } from './archive-store.ts';
import { requireArchive } from './require-archive.ts';

type Parts = {
  projects: Pick<ReturnType<typeof createProjects>, 'authenticator'>;
  events: Pick<ReturnType<typeof createEvents>, 'senders' | 'whenStored' | 'retention'>;
  facts: { dataDir: string };
  settings: ArchiveSettings | undefined;
};

const noArchive = {
  refusal: () => null,
  sending: (): SendingStatus[] => [],
  start() {},
  async close() {},
};

/** Creates the archive in ClickHouse, if the settings name one. */
export function createArchive(core: FeatureCore<{ events: EventQueries }>, parts: Parts) {
  const { projects, events, facts, settings } = parts;
  const { database, writer, queries } = core;
  const { dataDir } = facts;
  requireArchive(database, settings, databaseFile(dataDir));
  const { authenticator } = projects;
  if (settings === undefined) return { ...noArchive, endpoints: archiveEndpoints(authenticator, undefined) };
  const identity = readIdentity(dataDir) ?? Buffer.alloc(0);
  const archive = new Archive({
    ...core,
    queries: queries.events,
    settings,
    owner: hash('sha256', `archive ${identity.toString('hex')}`),
    store: createArchiveStore(database),
    senders: events.senders,
    newestId: () => newestId(database),
  });
  events.whenStored((count) => archive.stored(count));
  events.retention.waitForArchive(() => archive.storedId());
  writer.join({ committed: () => archive.committed() });
  return {
    endpoints: archiveEndpoints(authenticator, archive),
    /** Returns, for people, why events are refused now; null if they are not. */
    refusal: () => archive.refusal(),
    sending: (): SendingStatus[] => [archive.glance()],
    start: () => archive.start(),
    close: () => archive.close(),
  };
}
