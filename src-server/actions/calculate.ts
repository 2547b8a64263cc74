import type { Database } from '../database/open.ts';
import type { Reader, Reads } from '../database/reader.ts';
import type { Writer } from '../database/writer.ts';
import { compileSteps } from './match.ts';
import { scanEvents } from './scan.ts';
import type { Match, Tally } from './tally.ts';

/** A walk that is not at its end; see action_calculations. */
type Walk = { id: number; action_id: number; project_id: number; next_id: number; steps: string };
export type SliceArgs = { projectId: number; steps: string; from: number };
/** Matching events as flat triples (id, time, distinct_ref), and where to go on, 0 at the end. */
export type Slice = { matches: number[]; next: number };

export interface CalculationReads extends Reads {
  matchSlice(args: SliceArgs): Slice;
}

type Parts = {
  database: Database;
  writer: Writer;
  reader: Pick<Reader<CalculationReads>, 'read'>;
  tally: Tally;
  now(): number;
  report(error: unknown): void;
};

/**
 * A slice is what the reading thread gets through in this time, ms, or until it has this many matches: as many as are written in
 * a few ms. Captures wait for at most one such write, and other reads for one such look.
 */
const lookMs = 12;
const matchesAtOnce = 1000;
const rowsRemovedAtOnce = 1000;
/** Before another try when the database could not be read or written, ms. */
const restMs = 1000;

/** The matching events of one slice, newest first. Runs in the reading thread. */
export function readSlice(database: Database, { projectId, steps, from }: SliceArgs): Slice {
  const matches: number[] = [];
  const end = performance.now() + lookMs;
  const next = scanEvents(database, {
    projectId,
    matcher: compileSteps(JSON.parse(steps)),
    from,
    downTo: 0,
    isEnough: () => matches.length >= 3 * matchesAtOnce || performance.now() > end,
    matched: ({ id, timestamp, distinct_ref }) => matches.push(id, timestamp, distinct_ref),
  });
  return { matches, next };
}

/**
 * Matches stored events with actions that were saved, one slice of each in turn; then takes away what belongs to no action any
 * more. Where it stands is written with the matches, so it goes on after a restart, and counts nothing twice.
 */
export class Calculation {
  readonly #parts: Parts;
  readonly #sql: ReturnType<typeof statements>;
  #isWanted = false;
  #isClosed = false;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sql = statements(parts.database);
  }

  /** To be called when an action was saved or removed, and once at the start. */
  wake(): void {
    this.#isWanted = true;
    if (this.#isClosed || this.#running !== undefined) return;
    clearTimeout(this.#timer);
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
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
        await this.#removeAll();
      }
    } catch (error) {
      if (this.#isClosed) return;
      this.#parts.report(error);
      this.#timer = setTimeout(() => this.wake(), restMs);
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
    const { reader, writer, tally } = this.#parts;
    const args = { projectId: walk.project_id, steps: walk.steps, from: walk.next_id };
    const { matches, next } = await reader.read('matchSlice', args);
    if (this.#isClosed) return;
    await writer.runInBulk(() => {
      // Saved again, or deleted for good, while the slice was looked at.
      if (this.#sql.isOpen.get(walk.id, walk.next_id) === undefined) return;
      for (const match of matchesOf(matches)) tally.add(walk.id, match);
      this.#sql.move.run(next, walk.id);
      if (next === 0) this.#finish(walk);
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
          removed = await this.#parts.writer.runInBulk(() => remove.run(id, rowsRemovedAtOnce).changes);
        }
        if (this.#isClosed) return;
      }
      await this.#parts.writer.runInBulk(() => this.#sql.remove.run(id));
    }
  }
}

function* matchesOf(triples: number[]): Generator<Match> {
  for (let index = 0; index + 2 < triples.length; index += 3) {
    const [eventId, at, distinctRef] = triples.slice(index, index + 3) as [number, number, number];
    yield { eventId, at, distinctRef };
  }
}

function statements(database: Database) {
  const removal = (table: string, key: string) =>
    database.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE calculation_id = ? LIMIT ?)`,
    );
  return {
    open: database.prepare<[], Walk>(
      `SELECT c.id, c.project_id, c.next_id, a.id AS action_id, a.steps
       FROM action_calculations c JOIN actions a ON a.calculation_id = c.id WHERE c.finished_at IS NULL ORDER BY c.id`,
    ),
    isOpen: database.prepare<[number, number], { id: number }>(
      `SELECT c.id FROM action_calculations c JOIN actions a ON a.calculation_id = c.id
       WHERE c.id = ? AND c.next_id = ? AND c.finished_at IS NULL`,
    ),
    move: database.prepare<[number, number]>('UPDATE action_calculations SET next_id = ? WHERE id = ?'),
    finish: database.prepare<[number, number]>('UPDATE action_calculations SET finished_at = ? WHERE id = ?'),
    finishAction: database.prepare<[number, number]>('UPDATE actions SET last_calculated_at = ? WHERE id = ?'),
    abandoned: database.prepare<[], { id: number }>(
      'SELECT id FROM action_calculations WHERE id NOT IN (SELECT calculation_id FROM actions)',
    ),
    removals: [
      removal('action_matches', 'calculation_id, timestamp, event_id'),
      removal('action_person_days', 'calculation_id, day, person_id'),
      removal('action_people', 'person_id, calculation_id'),
      removal('action_days', 'calculation_id, day'),
    ],
    remove: database.prepare<[number]>('DELETE FROM action_calculations WHERE id = ?'),
  };
}
