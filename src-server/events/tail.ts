/** Seconds that `rate` is over. */
const rateSeconds = 10;

/** Wakes who waits for what is committed next, and knows how much that lately was. */
export class Tail {
  readonly #waiting = new Set<() => void>();
  /** Events of the latest seconds of the monotonic clock: the wall clock may jump. */
  readonly #seconds = new Map<number, number>();
  #isClosed = false;
  /** How many commits there have been: to be read before looking, and handed to `wait`. */
  commits = 0;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** To be called after each commit with the number of events it stored. */
  notifyWaiters(events: number): void {
    this.commits += 1;
    const second = currentSecond();
    this.#seconds.set(second, (this.#seconds.get(second) ?? 0) + events);
    for (const past of this.#seconds.keys()) if (past <= second - rateSeconds) this.#seconds.delete(past);
    for (const wake of this.#waiting) wake();
  }

  /** Settles once there was a commit after the `seen` first ones, after `milliseconds`, or when the signal aborts. */
  wait(seen: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.commits !== seen || signal.aborted || this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  /** Releases all waiters, also those to come. */
  close(): void {
    this.#isClosed = true;
    for (const wake of this.#waiting) wake();
  }

  /** Events a second over the last ten seconds. */
  rate(): number {
    const from = currentSecond() - rateSeconds;
    let events = 0;
    for (const [second, count] of this.#seconds) if (second > from) events += count;
    return events / rateSeconds;
  }
}

const currentSecond = () => Math.floor(performance.now() / 1000);
