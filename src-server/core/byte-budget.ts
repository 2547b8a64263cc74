/** Bytes held of a budget, until they are released; to be released once. */
export type Hold = { resize(bytes: number): void; release(): void };

/** A budget had no room in time. */
export class BudgetExceeded extends Error {}

type Waiting = { bytes: number; grant(hold: Hold): void };

/**
 * Limits the bytes of all that is under way together. Who finds no room waits in line; nobody overtakes, so that a large one
 * gets its turn. More than the whole budget counts as the whole: it is then alone.
 */
export class ByteBudget {
  readonly #limit: number;
  readonly #maxWaiting: number;
  readonly #waiting: Waiting[] = [];
  #held = 0;

  /** At most `maxWaiting` wait at a time; any more are refused at once. */
  constructor(limit: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
    this.#maxWaiting = maxWaiting;
  }

  /** Holds the bytes when there is room at once. */
  take(bytes: number): Hold | undefined {
    if (this.#waiting.length > 0 || !this.#hasRoom(bytes)) return undefined;
    return this.#hold(bytes);
  }

  /** Holds the bytes as soon as there is room; throws BudgetExceeded when there is none within `patienceMs`. */
  async acquire(bytes: number, patienceMs = Number.POSITIVE_INFINITY): Promise<Hold> {
    const hold = this.take(bytes);
    if (hold !== undefined) return hold;
    if (this.#waiting.length >= this.#maxWaiting) throw new BudgetExceeded();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        grant(granted) {
          clearTimeout(timer);
          resolve(granted);
        },
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new BudgetExceeded());
        this.#grant();
      };
      const timer = Number.isFinite(patienceMs) ? setTimeout(giveUp, patienceMs) : undefined;
      this.#waiting.push(waiting);
    });
  }

  #hasRoom(bytes: number): boolean {
    return this.#held === 0 || this.#held + bytes <= this.#limit;
  }

  #hold(bytes: number): Hold {
    let held = bytes;
    this.#held += held;
    const resize = (next: number) => {
      this.#held += next - held;
      held = next;
      this.#grant();
    };
    return { resize, release: () => resize(0) };
  }

  #grant(): void {
    for (let [next] = this.#waiting; next !== undefined && this.#hasRoom(next.bytes); [next] = this.#waiting) {
      this.#waiting.shift();
      next.grant(this.#hold(next.bytes));
    }
  }
}
