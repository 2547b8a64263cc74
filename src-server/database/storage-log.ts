import { isDatabaseError, isLocked } from '../core/database-error.ts';
import { problemOf, type StartProblem } from './storage/start-error.ts';

/** What keeps events from being stored as usual; `kind` tells one trouble from another. */
export type Trouble = { kind: string; sentence: string };

type Options = {
  /** Logs an error with its stack. */
  log(error: unknown): void;
  /** Told one line for people. */
  say(line: string): void;
};

/** These stay errors: no state of the folder or the disk explains them. */
const unexpected = new Set<StartProblem>(['damaged', 'not_a_database', 'newer_schema']);

/**
 * Says in one line when something keeps events from being stored, and in one when that is over. The errors that every write has
 * meanwhile follow from it and are not logged; all others are.
 */
export class StorageLog {
  readonly #options: Options;
  #trouble: Trouble | null = null;
  /** The trouble was found by a look at the files, so what the last writes did is no news until it is over. */
  #isHeld = false;
  #ask: () => Trouble | null | undefined = () => null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** How to find out what the last writes did: null when they worked; undefined while what waited is being stored. */
  askWith(ask: () => Trouble | null | undefined): void {
    this.#ask = ask;
  }

  /** Looks whether a trouble has begun or is over. */
  look(): void {
    if (this.#isHeld) return;
    const now = this.#ask();
    if (now === undefined || now?.kind === this.#trouble?.kind) return;
    this.#trouble = now;
    this.#options.say(now === null ? 'Events are stored in the database again.' : `Warning: ${now.sentence}`);
  }

  /** For a trouble that was said already. */
  expect(trouble: Trouble): void {
    this.#trouble = trouble;
  }

  /** A trouble that lasts until `end`. */
  begin(trouble: Trouble): void {
    const isKnown = this.#isHeld && this.#trouble?.kind === trouble.kind;
    this.#trouble = trouble;
    this.#isHeld = true;
    if (!isKnown) this.#options.say(`Warning: ${trouble.sentence}`);
  }

  /** `line` is said if a trouble had begun. */
  end(line: string): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#trouble = null;
    this.#options.say(line);
  }

  /** Logs an error, unless it follows from a trouble or from a lock that was brief. */
  readonly report = (error: unknown): void => {
    if (isDatabaseError(error) && isLocked(error)) return;
    const problem = problemOf(error);
    const isOfStorage = problem !== undefined && !unexpected.has(problem);
    if (isOfStorage && (this.#trouble !== null || this.#ask() !== null)) return;
    this.#options.log(error);
  };
}
