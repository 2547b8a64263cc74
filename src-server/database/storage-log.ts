import { isDatabaseError, isLocked } from '../core/errors/database-error.ts';
import { problemOf, type StartProblem } from './storage/start-error.ts';

/** A condition that prevents events from being stored, such as a full disk. */
export type Trouble = { kind: string; sentence: string };

type Options = {
  /** Logs an error with its stack. */
  log(error: unknown): void;
  /** Called with a line for people. */
  say(line: string): void;
};

/** Always logged as errors: no state of the folder or disk explains them. */
const unexpected = new Set<StartProblem>(['damaged', 'not_a_database', 'newer_schema']);

/**
 * Logs one line when something starts to prevent events from being stored, and one when it ends. Errors caused by it
 * are not logged; all others are.
 */
export class StorageLog {
  readonly #options: Options;
  #trouble: Trouble | null = null;
  /** Found by a check of the files, so the outcome of writes says nothing until it ends. */
  #isHeld = false;
  #ask: () => Trouble | null | undefined = () => null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** `ask` returns why the last writes failed: null if they worked, undefined while waiting events are being stored. */
  askWith(ask: () => Trouble | null | undefined): void {
    this.#ask = ask;
  }

  /** Checks whether a trouble has begun or ended. */
  look(): void {
    if (this.#isHeld) return;
    const now = this.#ask();
    if (now === undefined || now?.kind === this.#trouble?.kind) return;
    this.#trouble = now;
    this.#options.say(now === null ? 'Events are stored in the database again.' : `Warning: ${now.sentence}`);
  }

  /** Marks a trouble as already logged. */
  expect(trouble: Trouble): void {
    this.#trouble = trouble;
  }

  /** Begins a trouble that lasts until `end`. */
  begin(trouble: Trouble): void {
    const isKnown = this.#isHeld && this.#trouble?.kind === trouble.kind;
    this.#trouble = trouble;
    this.#isHeld = true;
    if (!isKnown) this.#options.say(`Warning: ${trouble.sentence}`);
  }

  /** Ends the trouble, and logs `line` if there was one. */
  end(line: string): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#trouble = null;
    this.#options.say(line);
  }

  /** Logs an error, unless it follows from a trouble or a brief lock. */
  readonly report = (error: unknown): void => {
    if (isDatabaseError(error) && isLocked(error)) return;
    const problem = problemOf(error);
    const isOfStorage = problem !== undefined && !unexpected.has(problem);
    if (isOfStorage && (this.#trouble !== null || this.#ask() !== null)) return;
    this.#options.log(error);
  };
}
