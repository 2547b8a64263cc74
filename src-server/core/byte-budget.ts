/** Bytes taken from a budget. Release each hold once. */
export type Hold = { resize(bytes: number): void; release(): void };

/** Thrown when a budget has no room in time. */
export class BudgetExceeded extends Error {}

type Waiting = { bytes: number; grant(hold: Hold): void };

/**
 * Limits the total bytes of concurrent work. Waiters are served in order, so that large ones get their turn. A request for more
 * than the whole budget runs alone.
 */
export class ByteBudget {
  readonly #limit: number;
  readonly #maxWaiting: number;
  readonly #waiting: Waiting[] = [];
  #held = 0;

  /** Creates the budget. At most `maxWaiting` wait at a time; others are refused immediately. */
  constructor(limit: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
    this.#maxWaiting = maxWaiting;
  }

  /** Takes the bytes if there is room now. */
  take(bytes: number): Hold | undefined {
    if (this.#waiting.length > 0 || !this.#hasRoom(bytes)) return undefined;
    return this.#hold(bytes);
  }

  /** Takes the bytes once there is room. Throws BudgetExceeded after `timeoutMs`. */
  async acquire(bytes: number, timeoutMs = Number.POSITIVE_INFINITY): Promise<Hold> {
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
      const timer = Number.isFinite(timeoutMs) ? setTimeout(giveUp, timeoutMs) : undefined;
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
