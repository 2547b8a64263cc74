import type { Clock } from '../../core/clock.ts';
import type { Writer } from '../../database/writer.ts';
import type { EventQueries } from '../queries.ts';
import type { SenderId, SenderStore } from '../sending/sender-store.ts';
import type { ArchiveSettings } from './archive-settings.ts';
import type { ArchiveStore } from './archive-store.ts';
import type { ArchiveChanges } from './changes.ts';
import type { ClickHouseEngine } from './clickhouse/engine.ts';
import { UnusableArchive } from './clickhouse/send-error.ts';
import type { IdRange } from './counts.ts';

type Parts = {
  sender: SenderId;
  settings: ArchiveSettings;
  /** Identifies the data folder. */
  owner: string;
  store: ArchiveStore;
  senders: SenderStore;
  queries: Pick<EventQueries, 'archivedCounts'>;
  engine: ClickHouseEngine;
  changes: ArchiveChanges;
  writer: Writer;
  clock: Clock;
  newestId(): number;
  /** Called in the transaction that starts resending all stored events. */
  begun(): void;
  /** Called with the address of a server that is filled from its replicas. */
  filling(address: string): void;
  report(error: unknown): void;
};

/**
 * Brings an archive to the state that was stored as sent, with nothing after it. A server that lacks events gets them from its
 * replicas. If the archive still differs, it is emptied and filled again, except for events whose properties only it has: those
 * that it lacks are counted as lost. Rejects as the engine does.
 */
export async function reconcileArchive(parts: Parts): Promise<void> {
  const { engine, store, owner, clock, writer, senders, sender, settings, queries, changes } = parts;
  const { filling, report } = parts;
  const archive = await engine.prepare(owner, clock.now());
  const addresses = settings.addresses.join(',');
  const state = store.state();
  const progress = senders.progress(sender);
  const { movedId } = store.moving();
  const movedThere = await engine.movedId();
  if (state?.archive !== archive || progress === undefined) {
    if (movedId > 0) throw new UnusableArchive(otherArchive(settings.database));
    if (movedThere > 0) throw new UnusableArchive(onlyCopy(settings.database, movedThere));
    return begin(parts, archive);
  }
  // Happens after restoring an older copy: continuing would delete them.
  if (movedThere > progress.sent_id) throw new UnusableArchive(onlyCopy(settings.database, movedThere));
  // Also on a server that lost it.
  await engine.storeMovedId(Math.max(movedThere, movedId));
  if (state.addresses !== addresses) await writer.run(() => store.changeAddresses(addresses));
  await engine.cutAfter(progress.sent_id);
  await changes.send();
  await changes.syncMerges();
  await engine.fillReplicas((address) => {
    report(new Error(`${address} lacked events of the archive in ClickHouse, so they are copied from its replica.`));
    filling(address);
  });
  // Copying takes long enough for further deletions.
  await changes.send();
  const compare = async (range: IdRange) => engine.compare(await queries.archivedCounts(range), range);
  if (movedId > 0) {
    const { missing } = await compare({ after: 0, upTo: movedId });
    if (missing !== store.moving().lost) await writer.run(() => store.setLost(missing));
    if (missing > 0)
      report(new Error(`The archive in ClickHouse lacks ${missing} events whose properties it alone had.`));
  }
  const { missing, surplus } = await compare({ after: movedId, upTo: progress.sent_id });
  if (missing === 0 && surplus === 0) return;
  report(new Error('The archive in ClickHouse had other events than the database, so it is filled anew.'));
  if (movedId === 0) return begin(parts, archive);
  await engine.cutAfter(movedId);
  await engine.forgetMovedAfter(movedId);
  await writer.run(() => {
    store.rewind(parts.newestId());
    senders.begin(sender, movedId);
    parts.begun();
  });
}

async function begin(
  { engine, store, writer, senders, sender, settings, newestId, begun }: Parts,
  archive: string,
): Promise<void> {
  await engine.empty();
  await writer.run(() => {
    store.begin({ archive, addresses: settings.addresses.join(','), caughtUpId: newestId() });
    senders.begin(sender, 0);
    // Must be in this transaction: events stored after it do not count as older than the archive.
    begun();
  });
}

const onlyCopy = (database: string, id: number) =>
  `"${database}" has the only copy of properties of events up to ${id}, which this older database does not know. Go back to the newer database; to give them up, empty "${database}.benchtop_moved" on each server.`;

const otherArchive = (database: string) =>
  `"${database}" is not the archive that has the properties which were moved out of SQLite: name that one in --events-url.`;
