import { existing } from '../../core/sql.ts';
import type { Database } from '../../database/open.ts';

/** `addresses`: the servers, as text. Events up to `caughtUpId` were stored before the archive was first used. */
export type ArchiveState = { archive: string; addresses: string; caughtUpId: number };

/** A person who became another. The newest version counts. */
export type MergedPerson = { personId: number; projectId: number; mergedInto: number; version: number };

/** Sums over all merges, equal where the merges are. */
export type MergeSums = { merges: number; versions: number; persons: number; targets: number };

/** A deleted project, or a deleted test run of one. */
export type Deletion = { id: number; projectId: number; testRunId: number | null };

export type ArchiveStore = ReturnType<typeof createArchiveStore>;

/** What an archive still has to learn beside new events; triggers note it. Synchronous. */
export function createArchiveStore(database: Database) {
  const sql = statements(database);
  return {
    state: (): ArchiveState | undefined => sql.state.get(),
    /** Begins with an empty archive: nothing that was noted for another one concerns it. */
    begin: database.transaction((state: ArchiveState): void => {
      sql.forget.run();
      sql.forgetDeletions.run();
      sql.resendMerges.run();
      sql.begin.run(state.archive, state.addresses, state.caughtUpId);
    }),
    /** Has the servers told of every merge again, as some are new. */
    changeAddresses: database.transaction((addresses: string): void => {
      sql.resendMerges.run();
      sql.changeAddresses.run(addresses);
    }),
    /** Has each server told of every merge again. */
    resendMerges: (): void => void sql.resendMerges.run(),
    /** The largest id of an event, without those of drops. */
    newestEvent: (): number => sql.newestEvent.get() ?? 0,
    mergeSums: (): MergeSums => existing(sql.mergeSums.get()),
    /** Some merges to send; the oldest persons first. */
    merges: (limit: number): MergedPerson[] => sql.merges.all(limit),
    mergesSent(merges: readonly MergedPerson[]): void {
      for (const { personId, version } of merges) sql.mergeSent.run(version, personId);
    },
    /** The oldest first. */
    deletions: (): Deletion[] => sql.deletions.all(),
    deletionDone: (id: number): void => void sql.deletionDone.run(id),
  };
}

function statements(database: Database) {
  return {
    state: database.prepare<[], ArchiveState>(
      'SELECT archive, addresses, caught_up_id AS caughtUpId FROM archive_state',
    ),
    forget: database.prepare('DELETE FROM archive_state'),
    forgetDeletions: database.prepare('DELETE FROM archive_deletions'),
    resendMerges: database.prepare('UPDATE archive_merges SET sent_version = 0'),
    begin: database.prepare<[string, string, number]>(
      'INSERT INTO archive_state (archive, addresses, caught_up_id) VALUES (?, ?, ?)',
    ),
    changeAddresses: database.prepare<[string]>('UPDATE archive_state SET addresses = ?'),
    merges: database.prepare<[number], MergedPerson>(
      `SELECT person_id AS personId, project_id AS projectId, merged_into AS mergedInto, version FROM archive_merges
       WHERE version > sent_version ORDER BY person_id LIMIT ?`,
    ),
    mergeSent: database.prepare<[number, number]>('UPDATE archive_merges SET sent_version = ? WHERE person_id = ?'),
    newestEvent: database.prepare<[], number>('SELECT ifnull(max(id), 0) FROM events').pluck(),
    mergeSums: database.prepare<[], MergeSums>(
      `SELECT count(*) AS merges, ifnull(sum(version), 0) AS versions, ifnull(sum(person_id), 0) AS persons,
         ifnull(sum(merged_into), 0) AS targets FROM archive_merges`,
    ),
    deletions: database.prepare<[], Deletion>(
      'SELECT id, of_project AS projectId, test_run_id AS testRunId FROM archive_deletions ORDER BY id',
    ),
    deletionDone: database.prepare<[number]>('DELETE FROM archive_deletions WHERE id = ?'),
  };
}
