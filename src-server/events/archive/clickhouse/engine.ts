import { isDeepStrictEqual } from 'node:util';
import type { StoredRow } from '../../sending/read-block.ts';
import type { SendError } from '../../sending/send-error.ts';
import type { ArchiveSettings } from '../archive-settings.ts';
import type { Deletion, MergedPerson, MergeSums, SentMerges } from '../archive-store.ts';
import type { ArchivedCounts, IdRange } from '../counts.ts';
import { type HashedEvent, hashOf } from '../moving/read-moving.ts';
import { type Connection, openConnection, type Server } from './connection.ts';
import { notDeleting } from './daily-counts.ts';
import { emptyEvents, emptyTable, insertEvents, insertMerges, removeRows } from './events.ts';
import { intLiteral, intsLiteral } from './literal.ts';
import { queryMonths } from './months.ts';
import { hashesSql, placeOf } from './moved-sql.ts';
import { prepareArchive } from './prepare.ts';
import { fillReplicas, unequalReplicas } from './replicas.ts';
import { type Tables, tablesOf } from './schema.ts';
import { toSendError, UnusableArchive } from './send-error.ts';

/** When a server was started, in seconds since 1970, give or take one. */
const startSql = 'SELECT toUnixTimestamp(now()) - uptime() AS startedAt';
/** A server that starts again sooner is not told from the same one. */
export const startSlackSeconds = 2;
/** Events of the first block of a run that are read back from each replica. */
const maxReadBack = 1000;

/** An archive of events in ClickHouse. Methods reject with errors for `toSendError`, unless stated otherwise. */
export class ClickHouseEngine {
  readonly #settings: ArchiveSettings;
  readonly tables: Tables;
  #connection: Connection | undefined;
  #isClosed = false;
  #startedAt: readonly number[] = [];
  /** The replicas of each shard, once it is prepared. */
  #shards: readonly (readonly Server[])[] = [];
  /** Whether each replica gets what is inserted. */
  #isReplicated = false;

  constructor(settings: ArchiveSettings) {
    this.#settings = settings;
    this.tables = tablesOf(settings);
  }

  /** Prepares the database and returns the id of its archive. See `prepareArchive`. */
  async prepare(owner: string, now: number): Promise<string> {
    this.#startedAt = await this.#readStarts();
    const { archive, shards } = await prepareArchive(await this.#open(), this.#settings, { owner, now });
    this.#shards = shards;
    this.#isReplicated = shards.every((replicas) => replicas.length === 1);
    return archive;
  }

  /**
   * Reports whether a server was started since it was prepared, after which it may lack events. Unknown without a cluster: the
   * address may stand for several servers. Rejects if one of a cluster does not answer.
   */
  async hasRestarted(): Promise<boolean> {
    if (this.#settings.cluster === null) return false;
    const starts = await this.#readStarts();
    return starts.some((startedAt, index) => Math.abs(startedAt - (this.#startedAt[index] ?? 0)) > startSlackSeconds);
  }

  async #readStarts(): Promise<number[]> {
    const { servers } = await this.#open();
    const answers = await Promise.all(servers.map((server) => server.query<{ startedAt: number }>(startSql)));
    return answers.map(([answer]) => answer?.startedAt ?? 0);
  }

  /** Copies events that a server lacks from its replicas. `lacking` is called with the address of each such server, before. */
  async fillReplicas(lacking: (address: string) => void): Promise<void> {
    for (const replicas of this.#shards) await fillReplicas(replicas, this.tables, lacking);
  }

  /** Returns the addresses of the servers that have other events of a project than a replica of theirs. */
  async unequalReplicas(projectId: number): Promise<string[]> {
    const ofShard = (replicas: readonly Server[]) => unequalReplicas(replicas, this.tables, projectId);
    return (await Promise.all(this.#shards.filter((replicas) => replicas.length > 1).map(ofShard))).flat();
  }

  /** Returns the id of the first event that no shard has on each of its replicas, with the same properties; null if all are there. */
  async firstDifferent(events: readonly HashedEvent[]): Promise<number | null> {
    const sql = hashesSql(this.tables.local, placeOf(events));
    const keyOf = (id: number, uuid: string, hash: string) => `${id} ${uuid} ${hash}`;
    const read = async (server: Server) => {
      const found = await server.query<{ id: number; eventUuid: string; hash: string }>(sql);
      return new Set(found.map(({ id, eventUuid, hash }) => keyOf(id, eventUuid, hash)));
    };
    const shards = await Promise.all(this.#shards.map((replicas) => Promise.all(replicas.map(read))));
    const isThere = ({ id, uuid, hash }: HashedEvent) =>
      shards.some((replicas) => replicas.every((known) => known.has(keyOf(id, uuid, hash))));
    return events.find((event) => !isThere(event))?.id ?? null;
  }

  /** Sends a block; resolves with null once it is stored. Rejects only when it is aborted. */
  async send(events: readonly StoredRow[], signal: AbortSignal): Promise<SendError | null> {
    try {
      await insertEvents(await this.#open(), this.tables, events, signal);
      if (!this.#isReplicated) await this.#requireReplication(events);
      return null;
    } catch (error) {
      signal.throwIfAborted();
      return toSendError(error);
    }
  }

  /** Throws UnusableArchive if some replicas did not get these events. */
  async #requireReplication(events: readonly StoredRow[]): Promise<void> {
    const hashed = events.slice(0, maxReadBack).map(({ id, uuid, project_id: projectId, timestamp, properties }) => {
      return { id, uuid, projectId, timestamp, hash: hashOf(properties) };
    });
    if ((await this.firstDifferent(hashed)) !== null) {
      throw new UnusableArchive(
        `Cluster "${this.#settings.cluster}" does not write events to every replica of a shard: set internal_replication to false there.`,
      );
    }
    this.#isReplicated = true;
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
    await emptyEvents(await this.#open(), this.tables);
    await this.forgetMerges();
  }

  /** Reports whether each server knows these merges, and no others of persons whose merges were sent. */
  async hasMerges({ sums, unsent }: SentMerges): Promise<boolean> {
    const condition = unsent.length === 0 ? '1' : `person_id NOT IN ${intsLiteral(unsent)}`;
    const sql = `SELECT count() AS merges, sum(version) AS versions, sum(person_id) AS persons, sum(merged_into) AS targets
      FROM ${this.tables.merged} FINAL WHERE ${condition}`;
    for (const server of (await this.#open()).servers) {
      const [found] = await server.query<MergeSums>(sql);
      if (!isDeepStrictEqual(found, sums)) return false;
    }
    return true;
  }

  /** Returns the id of the event up to which an archive may have the only copy of properties; 0: it has none. */
  async movedId(): Promise<number> {
    return Math.max(...(await this.#movedIds()));
  }

  /** Stores the id on each server; call it before properties up to it leave SQLite. */
  async storeMovedId(id: number): Promise<void> {
    const known = await this.#movedIds();
    for (const [index, server] of (await this.#open()).servers.entries()) {
      if ((known[index] ?? 0) < id) await server.insert(this.tables.moved, [{ id }]);
    }
  }

  async #movedIds(): Promise<number[]> {
    const ids: number[] = [];
    for (const server of (await this.#open()).servers) {
      const [found] = await server.query<{ newest: number }>(`SELECT max(id) AS newest FROM ${this.tables.moved}`);
      ids.push(found?.newest ?? 0);
    }
    return ids;
  }

  /** Stores that SQLite has the properties after an id. */
  async forgetMovedAfter(id: number): Promise<void> {
    await emptyTable(await this.#open(), this.tables.moved);
    if (id > 0) await this.storeMovedId(id);
  }

  async forgetMerges(): Promise<void> {
    await emptyTable(await this.#open(), this.tables.merged);
  }

  /** Returns how many events of a range the archive lacks or has in excess, by project counts in SQLite. */
  async compare({ counts, deleting }: ArchivedCounts, { after, upTo }: IdRange) {
    const conditions = [`id > ${intLiteral(after)}`, `id <= ${intLiteral(upTo)}`, ...notDeleting(deleting)];
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

  /** See `queryMonths`. */
  async queryMonths<Row>(sqlOf: (month: number) => string): Promise<Row[]> {
    return queryMonths<Row>(await this.#open(), this.tables.events, sqlOf);
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
