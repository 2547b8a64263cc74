import { dayMs } from '../../core/text/time-contract.ts';
import type { Damage } from '../page-check.ts';
import type { StorageReport } from './contract.ts';
import { listCopies } from './copy.ts';
import { StartError } from './start-error.ts';

/** Copies and full checks wait this long after a start, then for a pause in events, at most `maxPostponementMs`. */
const firstMs = 60_000;
const intervalMs = 10 * 60_000;
const maxPostponementMs = 10 * 60_000;

type Parts = {
  dataDir: string;
  now(): number;
  log: { report(error: unknown): void };
  /** Called with lines for people about what was done. */
  say(line: string): void;
  /** Rejects with StartError when the disk has no room. */
  copyDaily(): Promise<unknown>;
  /** Checks all pages in the background. */
  checkPages(): Promise<Damage | null>;
  /** Called when a check found damage. */
  damaged(damage: Damage): void;
};

/** Checks all pages of the database and copies it, each once a day. */
export class Maintenance {
  readonly #parts: Parts;
  #check: StorageReport['check'] = { state: 'not_run', checked_at: null };
  /** Why the daily copy failed. */
  #copyProblem: string | null = null;
  #dueAt = 0;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get check(): StorageReport['check'] {
    return this.#check;
  }

  get warnings(): string[] {
    return this.#copyProblem === null ? [] : [this.#copyProblem];
  }

  /** Tells when the database was last found intact. */
  lastCheckedAt(time: string | null): void {
    this.#check = { state: 'not_run', checked_at: time };
  }

  begin(): void {
    this.#dueAt = performance.now() + firstMs;
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Waits for a pause in events, because both read the whole database. */
  isDue(hasChanged: boolean): boolean {
    const lateness = performance.now() - this.#dueAt;
    return lateness > 0 && (!hasChanged || lateness > maxPostponementMs);
  }

  /** Checks and copies, if the last time is a day ago. `isNeeded`: whether the database has anything to keep. */
  async run(isNeeded: () => boolean): Promise<void> {
    this.#dueAt = performance.now() + intervalMs;
    try {
      if (!isNeeded()) return;
      const hasCopy = listCopies(this.#parts.dataDir).some(({ made_at: at }) => this.#isRecent(at));
      const checkedAt = this.#check.checked_at;
      // Also before each copy: copying damaged pages fails, which would only be logged.
      if (!hasCopy || checkedAt === null || !this.#isRecent(checkedAt)) await this.#checkThoroughly();
      if (!hasCopy && this.#check.state === 'ok') await this.#parts.copyDaily();
      this.#setCopyProblem(null);
    } catch (error) {
      if (this.#isClosed) return;
      if (error instanceof StartError) this.#setCopyProblem(`No daily copy is made. ${error.message}`);
      else this.#parts.log.report(error);
    }
  }

  /** Stores the problem of the daily copies. Logs when it begins and when it ends; meanwhile the report warns. */
  #setCopyProblem(problem: string | null): void {
    const before = this.#copyProblem;
    this.#copyProblem = problem;
    if (problem === null && before !== null) this.#parts.say('Daily copies of the database are made again.');
    if (problem !== null && before === null) this.#parts.say(`Warning: ${problem}`);
  }

  /** Reports whether a time is at most a day off; one further ahead is from a wrong clock. */
  #isRecent(time: string): boolean {
    return Math.abs(this.#parts.now() - Date.parse(time)) <= dayMs;
  }

  async #checkThoroughly(): Promise<void> {
    const before = this.#check;
    this.#check = { ...before, state: 'running' };
    const damage = await this.#parts.checkPages().catch((error: unknown) => {
      this.#check = before;
      throw error;
    });
    if (damage === null) {
      this.#check = { state: 'ok', checked_at: new Date(this.#parts.now()).toISOString() };
    } else {
      this.#check = { ...before, state: 'damaged' };
      this.#parts.damaged(damage);
    }
  }
}
