import { isDeepStrictEqual } from 'node:util';
import type { StoredRow } from '../../sending/read-block.ts';
import type { SendError } from '../../sending/send-error.ts';
import type { ArchiveSettings } from '../archive-settings.ts';
import type { Deletion, MergedPerson, MergeSums } from '../archive-store.ts';
import type { ArchivedCounts, IdRange } from '../counts.ts';
import { type Connection, openConnection } from './connection.ts';
import { emptyTables, insertEvents, insertMerges, removeRows } from './events.ts';
import { intLiteral, intsLiteral } from './literal.ts';
import { prepareArchive } from './prepare.ts';
import { type Tables, tablesOf } from './schema.ts';
import { toSendError } from './send-error.ts';

/** An archive of events in ClickHouse. Methods reject with errors for `toSendError`, unless stated otherwise. */
export class ClickHouseEngine {
  readonly #settings: ArchiveSettings;
  readonly tables: Tables;
  #connection: Connection | undefined;
  #isClosed = false;

  constructor(settings: ArchiveSettings) {
    this.#settings = settings;
    this.tables = tablesOf(settings);
  }

  /** Prepares the database and returns the id of its archive. See `prepareArchive`. */
  async prepare(owner: string, now: number): Promise<string> {
    return prepareArchive(await this.#open(), this.#settings, { owner, now });
  }

  /** Sends a block; resolves with null once it is stored. Rejects only when it is aborted. */
  async send(events: readonly StoredRow[], signal: AbortSignal): Promise<SendError | null> {
    try {
      await insertEvents(await this.#open(), this.tables, events, signal);
      return null;
    } catch (error) {
      signal.throwIfAborted();
      return toSendError(error);
    }
  }

  async sendMerges(merges: readonly MergedPerson[]): Promise<void> {
    await insertMerges(await this.#open(), this.tables, merges);
  }

  async remove(removed: Omit<Deletion, 'id'>): Promise<void> {
    await removeRows(await this.#open(), this.tables, removed);
  }

  /** Removes the events after an id, which are sent again. */
  async cutAfter(afterId: number): Promise<void> {
    await removeRows(await this.#open(), this.tables, { afterId });
  }

  async empty(): Promise<void> {
    await emptyTables(await this.#open(), [this.tables.local, this.tables.merged]);
  }

  /** Reports whether each server knows these merges. */
  async knowsMerges(sums: MergeSums): Promise<boolean> {
    const sql = `SELECT count() AS merges, sum(version) AS versions, sum(person_id) AS persons, sum(merged_into) AS targets
      FROM ${this.tables.merged} FINAL`;
    for (const server of (await this.#open()).servers) {
      const [found] = await server.query<MergeSums>(sql);
      if (!isDeepStrictEqual(found, sums)) return false;
    }
    return true;
  }

  /** Returns the id of the event up to which an archive may have the only copy of properties; 0: it has none. */
  async movedId(): Promise<number> {
    const ids: number[] = [];
    for (const server of (await this.#open()).servers) {
      const [found] = await server.query<{ newest: number }>(`SELECT max(id) AS newest FROM ${this.tables.moved}`);
      ids.push(found?.newest ?? 0);
    }
    return Math.max(...ids);
  }

  /** Stores the id; call it before properties up to it leave SQLite. */
  async noteMoved(id: number): Promise<void> {
    for (const server of (await this.#open()).servers) await server.insert(this.tables.moved, [{ id }]);
  }

  /** Stores that SQLite has the properties after an id. */
  async forgetMovedAfter(id: number): Promise<void> {
    await emptyTables(await this.#open(), [this.tables.moved]);
    if (id > 0) await this.noteMoved(id);
  }

  async forgetMerges(): Promise<void> {
    await emptyTables(await this.#open(), [this.tables.merged]);
  }

  /** Returns how many events of a range the archive lacks or has in excess, by project counts in SQLite. */
  async compare({ counts, deletedProjects, deletedRuns }: ArchivedCounts, { after, upTo }: IdRange) {
    const conditions = [
      `id > ${intLiteral(after)}`,
      `id <= ${intLiteral(upTo)}`,
      ...(deletedProjects.length === 0 ? [] : [`project_id NOT IN ${intsLiteral(deletedProjects)}`]),
      ...(deletedRuns.length === 0 ? [] : [`test_run_id NOT IN ${intsLiteral(deletedRuns)}`]),
    ];
    const rows = await this.queryMonths<{ projectId: number; events: number }>(
      (month) => `SELECT project_id AS projectId, count() AS events FROM ${this.tables.events} FINAL
       WHERE ${[`month = ${intLiteral(month)}`, ...conditions].join(' AND ')} GROUP BY project_id`,
    );
    const found = new Map<number, number>();
    for (const { projectId, events } of rows) found.set(projectId, (found.get(projectId) ?? 0) + events);
    const stored = new Map(counts.map(({ projectId, events }) => [projectId, events]));
    const difference = { missing: 0, surplus: 0 };
    for (const projectId of new Set([...stored.keys(), ...found.keys()])) {
      const more = (found.get(projectId) ?? 0) - (stored.get(projectId) ?? 0);
      if (more < 0) difference.missing -= more;
      else difference.surplus += more;
    }
    return difference;
  }

  /**
   * Returns the rows of all partitions, queried one by one: FINAL keeps a block of each part in memory, and a partition
   * has few. Copies of an event share one.
   */
  async queryMonths<Row>(sqlOf: (month: number) => string): Promise<Row[]> {
    const sql = `SELECT DISTINCT month FROM ${this.tables.events} ORDER BY month`;
    const rows: Row[] = [];
    for (const { month } of await this.query<{ month: number }>(sql)) {
      for (const row of await this.query<Row>(sqlOf(month))) rows.push(row);
    }
    return rows;
  }

  async query<Row>(sql: string): Promise<Row[]> {
    return (await this.#open()).query<Row>(sql);
  }

  /** Aborts running queries, which reject. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close();
  }

  async #open(): Promise<Connection> {
    if (this.#isClosed) throw new Error('The archive is closed.');
    this.#connection ??= await openConnection(this.#settings, { isClosed: () => this.#isClosed });
    return this.#connection;
  }
}
