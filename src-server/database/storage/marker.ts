import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { dateTime } from '../../core/contract.ts';
import { sumOf } from '../../core/sum-contract.ts';
import { storageFinding } from './contract.ts';
import { markerFile } from './files.ts';

/** A summary of the contents of a database, from a few quick reads. */
const facts = z.object({
  /** Identifies a database; 0 before it has an id. */
  identity: z.int(),
  schema: z.int(),
  /** Events acknowledged, by project. */
  projects: z.array(z.object({ id: z.int(), accepted: z.int() })),
  /** The highest id of any project so far: an absent one up to it was deleted. */
  last_project_id: z.int(),
});
export type DatabaseFacts = z.infer<typeof facts>;

/** Written beside the database each second in which it changed, so that the next start detects missing data. */
const marker = facts.extend({
  written_at: dateTime,
  /** The last full check without damage; null before the first. */
  checked_at: dateTime.nullable(),
  finding: storageFinding.nullable(),
});
export type Marker = z.infer<typeof marker>;
/** Facts that the database itself does not hold. */
type Known = Pick<Marker, 'checked_at' | 'finding'>;

/** Reads and writes the marker beside a database. */
export class MarkerFile {
  readonly #file: string;
  readonly #now: () => number;
  #last = '';
  #writing: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, now: () => number) {
    this.#file = markerFile(dataDir);
    this.#now = now;
  }

  /** Reads the marker; null if it is missing or unreadable. */
  read(): Marker | null {
    try {
      return marker.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return null;
    }
  }

  /**
   * Writes the present contents if they changed; returns whether they did. Replaces the marker atomically, one write after the
   * other. If nothing can be written, the older marker stays, which never claims more than is stored.
   */
  write(database: Database.Database, known: Known): Promise<boolean> {
    const written = this.#writing.then(() => this.#replace(database, known));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #replace(database: Database.Database, known: Known): Promise<boolean> {
    const found = { ...readFacts(database), ...known };
    const text = JSON.stringify(found);
    if (text === this.#last) return false;
    this.#last = text;
    const written = { ...found, written_at: new Date(this.#now()).toISOString() } satisfies Marker;
    try {
      await writeFile(`${this.#file}.new`, JSON.stringify(written), { mode: 0o600 });
      await rename(`${this.#file}.new`, this.#file);
    } catch {
      this.#last = '';
    }
    return true;
  }
}

/** Summarizes the database in microseconds, whatever its size. */
export function readFacts(database: Database.Database): DatabaseFacts {
  const schema = Number(database.pragma('user_version', { simple: true }));
  const identity = Number(database.pragma('application_id', { simple: true }));
  // Without the first migration there is no table yet.
  if (schema === 0) return { identity, schema, projects: [], last_project_id: 0 };
  const projects = database
    .prepare<[], { id: number; accepted: number }>(
      'SELECT project_id AS id, accepted FROM totals WHERE accepted > 0 ORDER BY project_id',
    )
    .all();
  const lastProjectId = database
    .prepare<[], number>(`SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'projects'`)
    .pluck()
    .get();
  return { identity, schema, projects, last_project_id: lastProjectId ?? 0 };
}

export const countEvents = ({ projects }: Pick<DatabaseFacts, 'projects'>): number =>
  sumOf(projects.map(({ accepted }) => accepted));

/** Returns how many events of the marker the database lacks, except those of deleted projects. */
export function missingEvents(known: DatabaseFacts, found: DatabaseFacts, isDeleted: (id: number) => boolean): number {
  const stored = new Map(found.projects.map(({ id, accepted }) => [id, accepted]));
  let missing = 0;
  for (const { id, accepted } of known.projects) {
    if (id > found.last_project_id || !isDeleted(id)) missing += Math.max(0, accepted - (stored.get(id) ?? 0));
  }
  return missing;
}
