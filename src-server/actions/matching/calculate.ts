import { parseJson } from '../../core/json/parse-json-contract.ts';
import { removeBatchSize } from '../../core/limits-contract.ts';
import type { Database } from '../../database/open.ts';
import type { Writer } from '../../database/writer.ts';
import { calculationTables } from '../tables.ts';
import { scanEvents } from './scan.ts';
import { addCounts, type CountsByDistinctRef, countedOnce, type Match, type Tally } from './tally.ts';

/** An unfinished walk over stored events; see action_calculations. */
type Walk = {
  id: number;
  action_id: number;
  project_id: number;
  next_id: number;
  low_id: number | null;
  done_ref: number;
  done_id: number;
  steps: string;
};
export type SliceArgs = { projectId: number; steps: string; from: number; downTo: number };
/** Matches in their order as flat triples (id, time, distinct_ref), and the id to continue at, `downTo` when done. */
export type CalculationSlice = { matches: Float64Array; next: number };

/** The last written match of a stretch. */
type Position = Pick<Match, 'distinctRef' | 'eventId'>;
type Stretch = { found: Match[]; low: number };

type Parts = {
  database: Database;
  writer: Writer;
  matchSlice(args: SliceArgs): Promise<CalculationSlice>;
  tally: Tally;
  now(): number;
  report(error: unknown): void;
};

/** Milliseconds per slice: other reads wait at most this long. */
const sliceBudgetMs = 12;

/** Finds the matches of one slice in the reading thread, and sorts them there: a stretch then takes little time to merge. */
export function readSlice(database: Database, { projectId, steps, from, downTo }: SliceArgs): CalculationSlice {
  const found: Match[] = [];
  const end = performance.now() + sliceBudgetMs;
  const next = scanEvents(database, {
    testRun: undefined,
    projectId,
    steps: parseJson(steps),
    from,
    downTo,
    isEnough: () => performance.now() > end,
    matched: ({ id, timestamp, distinct_ref }) => found.push({ eventId: id, at: timestamp, distinctRef: distinct_ref }),
  });
  const matches = new Float64Array(3 * found.length);
  for (const [index, { eventId, at, distinctRef }] of found.sort(inOrder).entries()) {
    matches.set([eventId, at, distinctRef], 3 * index);
  }
  return { matches, next };
}

/**
 * Slices are combined until they have this many matches (or the end) and written in order of distinct_id: rows of the same
 * persons are adjacent, so each transaction changes few pages.
 */
const stretchMatches = 20_000;
/** Slices after which a stretch ends in any case, so that results appear early. */
const stretchSlices = 80;
/** Matches per job of the writer, about 1 ms. */
const matchBatchSize = 100;
/** Milliseconds before a retry after a database failure. */
const retryDelayMs = 1000;

/**
 * Matches stored events with saved actions, one stretch of each in turn, then deletes orphaned matches. Progress is written with
 * the matches, so it resumes after a restart and counts nothing twice.
 */
export class Calculation {
  readonly #parts: Parts;
  readonly #sql: ReturnType<typeof statements>;
  #ahead: { id: number; from: number; stretch: Promise<Stretch> } | undefined;
  #isWanted = false;
  #isClosed = false;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sql = statements(parts.database);
  }

  /** Starts a calculation if none runs; call it when an action is saved or removed, and at the start. */
  wake(): void {
    this.#isWanted = true;
    if (this.#isClosed || this.#running !== undefined) return;
    clearTimeout(this.#timer);
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWanted && !this.#isClosed) {
        this.#isWanted = false;
        await this.#walkAll();
        this.#ahead = undefined;
        await this.#removeAll();
      }
    } catch (error) {
      if (this.#isClosed) return;
      this.#parts.report(error);
      this.#timer = setTimeout(() => this.wake(), retryDelayMs);
    } finally {
      // At once, or who wakes it before a promise settles would wait for ever.
      this.#running = undefined;
    }
  }

  async #walkAll(): Promise<void> {
    for (let walks = this.#sql.open.all(); walks.length > 0; walks = this.#sql.open.all()) {
      for (const walk of walks) {
        if (this.#isClosed) return;
        await this.#step(walk);
      }
    }
  }

  async #step(walk: Walk): Promise<void> {
    const { found, low } = await this.#stretch(walk);
    if (low > 0) this.#lookAhead({ ...walk, next_id: low, low_id: null });
    const matches = found.filter((match) => isAfter(match, walk)).sort(inOrder);
    const { tally } = this.#parts;
    const writes: Promise<void>[] = [];
    let done: Position = { distinctRef: walk.done_ref, eventId: walk.done_id };
    for (let start = 0; start < matches.length; start += matchBatchSize) {
      const part = matches.slice(start, start + matchBatchSize);
      const last = part.at(-1) as Match;
      const write = () => {
        // An event may have been deleted since it was found.
        const stored = part.filter(({ eventId }) => this.#sql.isStored.get(eventId) !== undefined);
        const counts: CountsByDistinctRef = new Map();
        for (const match of stored) {
          tally.store(walk.id, match);
          addCounts(counts, match.distinctRef, countedOnce(walk.id, match.at));
        }
        tally.count(counts);
        this.#sql.within.run(low, last.distinctRef, last.eventId, walk.id);
      };
      writes.push(this.#write(walk, done, write));
      done = last;
    }
    const move = () => {
      this.#sql.move.run(low, walk.id);
      if (low === 0) this.#finish(walk);
    };
    writes.push(this.#write(walk, done, move));
    await settled(writes);
  }

  #stretch(walk: Walk): Promise<Stretch> {
    const ahead = this.#ahead;
    const isReady = ahead?.id === walk.id && ahead.from === walk.next_id && walk.low_id === null;
    return isReady ? ahead.stretch : this.#look(walk);
  }

  /** Searches the next stretch while this one is written. */
  #lookAhead(walk: Walk): void {
    const stretch = this.#look(walk);
    // The caller that awaits it gets the failure, if any does.
    stretch.catch(() => undefined);
    this.#ahead = { id: walk.id, from: walk.next_id, stretch };
  }

  /** Returns the matches of the next stretch; repeats one that a restart interrupted. */
  async #look(walk: Walk): Promise<Stretch> {
    const found: Match[] = [];
    let from = walk.next_id;
    const downTo = walk.low_id ?? 0;
    for (let slices = 0; from > downTo && !this.#isClosed; slices++) {
      if (walk.low_id === null && (found.length >= stretchMatches || slices >= stretchSlices)) break;
      const args = { projectId: walk.project_id, steps: walk.steps, from, downTo };
      const { matches, next } = await this.#parts.matchSlice(args);
      for (let index = 0; index < matches.length; index += 3) {
        found.push({ eventId: matches[index] ?? 0, at: matches[index + 1] ?? 0, distinctRef: matches[index + 2] ?? 0 });
      }
      from = next;
    }
    return { found, low: from };
  }

  /**
   * Writes for a walk that reached `done`. Skips it if the action was saved again or removed, the previous write failed, or the
   * server is closing.
   */
  #write(walk: Walk, done: Position, write: () => void): Promise<void> {
    return this.#parts.writer.runInBackground(() => {
      const { distinctRef, eventId } = done;
      const isThere = this.#sql.isAt.get(walk.id, walk.next_id, distinctRef, eventId) !== undefined;
      if (isThere && !this.#isClosed) write();
    });
  }

  #finish(walk: Walk): void {
    const now = this.#parts.now();
    this.#sql.finish.run(now, walk.id);
    this.#sql.finishAction.run(now, walk.action_id);
  }

  async #removeAll(): Promise<void> {
    for (const { id } of this.#sql.abandoned.all()) {
      for (const remove of this.#sql.removals) {
        for (let removed = 1; removed > 0 && !this.#isClosed; ) {
          removed = await this.#parts.writer.runInBackground(() => remove.run(id, removeBatchSize).changes);
        }
        if (this.#isClosed) return;
      }
      await this.#parts.writer.runInBackground(() => this.#sql.remove.run(id));
    }
  }
}

/** Waits for all, then throws the first failure. */
async function settled(writes: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(writes)).find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

const inOrder = (one: Match, other: Match) => one.distinctRef - other.distinctRef || one.eventId - other.eventId;

const isAfter = ({ distinctRef, eventId }: Match, { done_ref: ref, done_id: id }: Walk) =>
  distinctRef > ref || (distinctRef === ref && eventId > id);

function statements(database: Database) {
  return {
    open: database.prepare<[], Walk>(
      `SELECT c.id, c.project_id, c.next_id, c.low_id, c.done_ref, c.done_id, a.id AS action_id, a.steps
       FROM action_calculations c JOIN actions a ON a.calculation_id = c.id WHERE c.finished_at IS NULL ORDER BY c.id`,
    ),
    isAt: database.prepare<[number, number, number, number], { id: number }>(
      `SELECT c.id FROM action_calculations c JOIN actions a ON a.calculation_id = c.id
       WHERE c.id = ? AND c.next_id = ? AND c.done_ref = ? AND c.done_id = ? AND c.finished_at IS NULL`,
    ),
    isStored: database.prepare<[number], { id: number }>('SELECT id FROM events WHERE id = ?'),
    within: database.prepare<[number, number, number, number]>(
      'UPDATE action_calculations SET low_id = ?, done_ref = ?, done_id = ? WHERE id = ?',
    ),
    move: database.prepare<[number, number]>(
      'UPDATE action_calculations SET next_id = ?, low_id = NULL, done_ref = 0, done_id = 0 WHERE id = ?',
    ),
    finish: database.prepare<[number, number]>('UPDATE action_calculations SET finished_at = ? WHERE id = ?'),
    finishAction: database.prepare<[number, number]>('UPDATE actions SET last_calculated_at = ? WHERE id = ?'),
    abandoned: database.prepare<[], { id: number }>(
      'SELECT id FROM action_calculations WHERE id NOT IN (SELECT calculation_id FROM actions)',
    ),
    removals: calculationTables.map(({ table, key, among = 'true' }) =>
      database.prepare<[number, number]>(
        `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE calculation_id = ? AND ${among} LIMIT ?)`,
      ),
    ),
    remove: database.prepare<[number]>('DELETE FROM action_calculations WHERE id = ?'),
  };
}
