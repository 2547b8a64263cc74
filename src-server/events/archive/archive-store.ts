import { existing } from '../../core/sql.ts';
import type { Database } from '../../database/open.ts';
import type { Moved } from './moving/read-moving.ts';

/** `addresses`: the servers, as text. Events up to `caughtUpId` were stored before the archive was first used. */
export type ArchiveState = { archive: string; addresses: string; caughtUpId: number };

/** `movedId`: properties of events up to it may be only in the archive. `lost`: how many of these it lacks. */
export type MovingState = { movedId: number; lost: number };

/** A person merged into another. The newest version counts. */
export type MergedPerson = { personId: number; projectId: number; mergedInto: number; version: number };

/** Sums over merges, to compare two sets of merges. */
export type MergeSums = { merges: number; versions: number; persons: number; targets: number };

/** Sums over the merges that were sent. `unsent`: the persons with newer ones, which are in no sum. */
export type SentMerges = { sums: MergeSums; unsent: number[] };

/** Events of no test run, up to an id, that arrived before a time (ms UTC). */
export type OldEvents = { arrivedBefore: number; untilId: number };

/** A deleted project, or a deleted test run or old events of one. */
export type Deletion = { id: number; projectId: number; testRunId: number | null; old: OldEvents | null };

export type ArchiveStore = ReturnType<typeof createArchiveStore>;

/** Creates the store of changes that an archive must learn beside new events; triggers record them. Synchronous. */
export function createArchiveStore(database: Database) {
  const sql = statements(database);
  const mergeSql = mergeStatements(database);
  // SQLite frees space of a page only when a row is deleted.
  const rewriteRow = (id: number) => {
    const row = sql.wholeRow.get(id);
    sql.deleteRow.run(id);
    if (row !== undefined) database.prepare(`INSERT INTO events VALUES (${row.map(() => '?')})`).run(...row);
  };
  return {
    state: (): ArchiveState | undefined => sql.state.get(),
    /** Begins with an empty archive: drops changes recorded for another one. */
    begin: database.transaction((state: ArchiveState): void => {
      sql.forget.run();
      sql.forgetDeletions.run();
      sql.resendMerges.run();
      sql.begin.run(state.archive, state.addresses, state.caughtUpId);
    }),
    moving: (): MovingState => sql.moving.get() ?? nothingMoved,
    movedId: (): number => sql.moving.get()?.movedId ?? 0,
    /** Moves the cursor back to an id, since the archive lacks later events. */
    rewind: (caughtUpId: number): void => void sql.rewind.run(caughtUpId),
    setLost: (lost: number): void => void sql.setLost.run(lost),
    /** Removes properties of events, by ascending id, from SQLite; the next ones come after `upTo`. */
    move: database.transaction((ids: readonly number[], upTo: number): void => {
      const sizes = sql.sizes.all(JSON.stringify(ids));
      sql.clearProperties.run(JSON.stringify(ids));
      for (const id of oneOfEachPage(sizes)) rewriteRow(id);
      sql.moved.run({ movedId: upTo });
    }),
    /** Puts properties back; only the archive has those of events up to `left`. */
    restoreProperties: database.transaction((events: readonly Moved[], left: number): void => {
      for (const { id, properties } of events) sql.putBack.run(properties, id);
      sql.moved.run({ movedId: left });
    }),
    /** Returns the arrival of the newest event whose properties may be only in the archive, ms UTC, or null. */
    movedUntil: (): number | null => sql.movedUntil.get() ?? null,
    /** Stores new addresses, and resends every merge, as some servers are new. */
    changeAddresses: database.transaction((addresses: string): void => {
      sql.resendMerges.run();
      sql.changeAddresses.run(addresses);
    }),
    /** Resends every merge to each server. */
    resendMerges: (): void => void sql.resendMerges.run(),
    /** Returns the largest id of an event, without those of drops. */
    newestEvent: (): number => sql.newestEvent.get() ?? 0,
    sentMerges: (): SentMerges => ({ sums: existing(mergeSql.sums.get()), unsent: mergeSql.unsent.all() }),
    /** Returns the next merges to send, oldest persons first. */
    merges: (limit: number): MergedPerson[] => mergeSql.toSend.all(limit),
    mergesSent(merges: readonly MergedPerson[]): void {
      for (const { personId, version } of merges) mergeSql.sent.run(version, personId);
    },
    /** Returns the deletions to send, oldest first. */
    deletions: (): Deletion[] =>
      sql.deletions.all().map(({ arrivedBefore, untilId, ...row }) => ({
        ...row,
        old: arrivedBefore === null || untilId === null ? null : { arrivedBefore, untilId },
      })),
    deletionDone: (id: number): void => void sql.deletionDone.run(id),
  };
}

/** Bytes of a row without its properties, and of half a page of rows. */
const restOfRow = 100;
const halfPage = 4096;

/** Chooses rows so that each page has one of them. */
function* oneOfEachPage(rows: readonly { id: number; size: number }[]): Generator<number> {
  let bytes = halfPage;
  for (const { id, size } of rows) {
    bytes += size + restOfRow;
    if (bytes < halfPage) continue;
    yield id;
    bytes = 0;
  }
}

const nothingMoved: MovingState = { movedId: 0, lost: 0 };

function statements(database: Database) {
  return {
    moving: database.prepare<[], MovingState>('SELECT moved_id AS movedId, lost FROM archive_state'),
    rewind: database.prepare<[number]>('UPDATE archive_state SET caught_up_id = ?'),
    setLost: database.prepare<[number]>('UPDATE archive_state SET lost = ?'),
    clearProperties: database.prepare<[string]>(
      `UPDATE events SET properties = '' WHERE id IN (SELECT value FROM json_each(?))`,
    ),
    sizes: database.prepare<[string], { id: number; size: number }>(
      'SELECT id, octet_length(properties) AS size FROM events WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
    ),
    wholeRow: database.prepare<[number], unknown[]>('SELECT * FROM events WHERE id = ?').raw(),
    deleteRow: database.prepare<[number]>('DELETE FROM events WHERE id = ?'),
    putBack: database.prepare<[string, number]>('UPDATE events SET properties = ? WHERE id = ?'),
    moved: database.prepare<{ movedId: number }>(
      'UPDATE archive_state SET moved_id = :movedId, lost = iif(:movedId = 0, 0, lost)',
    ),
    movedUntil: database
      .prepare<[], number>(
        `SELECT received_at FROM events WHERE id <= (SELECT max(moved_id) FROM archive_state) ORDER BY id DESC LIMIT 1`,
      )
      .pluck(),
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
    newestEvent: database.prepare<[], number>('SELECT ifnull(max(id), 0) FROM events').pluck(),
    deletions: database.prepare<[], Omit<Deletion, 'old'> & { [column in keyof OldEvents]: number | null }>(
      `SELECT id, of_project AS projectId, test_run_id AS testRunId, arrived_before AS arrivedBefore, until_id AS untilId
       FROM archive_deletions ORDER BY id`,
    ),
    deletionDone: database.prepare<[number]>('DELETE FROM archive_deletions WHERE id = ?'),
  };
}

function mergeStatements(database: Database) {
  return {
    toSend: database.prepare<[number], MergedPerson>(
      `SELECT person_id AS personId, project_id AS projectId, merged_into AS mergedInto, version FROM archive_merges
       WHERE version > sent_version ORDER BY person_id LIMIT ?`,
    ),
    sent: database.prepare<[number, number]>('UPDATE archive_merges SET sent_version = ? WHERE person_id = ?'),
    sums: database.prepare<[], MergeSums>(
      `SELECT count(*) AS merges, ifnull(sum(version), 0) AS versions, ifnull(sum(person_id), 0) AS persons,
         ifnull(sum(merged_into), 0) AS targets FROM archive_merges WHERE version = sent_version`,
    ),
    unsent: database.prepare<[], number>('SELECT person_id FROM archive_merges WHERE version > sent_version').pluck(),
  };
}
