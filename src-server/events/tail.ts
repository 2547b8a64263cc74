const rateSeconds = 10;

/** Wakes long polls after each commit, and measures the event rate. */
export class Tail {
  readonly #waiting = new Set<() => void>();
  /** Events per second by the monotonic clock, since the wall clock may jump. */
  readonly #seconds = new Map<number, number>();
  #isClosed = false;
  #hasSpooled = () => false;
  /** Number of commits so far. Read it before a search, then pass it to `wait`. */
  commits = 0;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether acknowledged events are not in the database yet. */
  get hasSpooled(): boolean {
    return this.#hasSpooled();
  }

  observeSpool(isActive: () => boolean): void {
    this.#hasSpooled = isActive;
  }

  /** Called after each commit with the number of stored events. */
  notifyWaiters(events: number): void {
    this.commits += 1;
    const second = currentSecond();
    this.#seconds.set(second, (this.#seconds.get(second) ?? 0) + events);
    for (const past of this.#seconds.keys()) if (past <= second - rateSeconds) this.#seconds.delete(past);
    for (const wake of this.#waiting) wake();
  }

  /** Settles at the first commit after `seen`, after `milliseconds`, or on abort. */
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

  /** Releases all waiters, including later ones. */
  close(): void {
    this.#isClosed = true;
    for (const wake of this.#waiting) wake();
  }

  /** Returns events per second over the last ten seconds. */
  rate(): number {
    const from = currentSecond() - rateSeconds;
    let events = 0;
    for (const [second, count] of this.#seconds) if (second > from) events += count;
    return events / rateSeconds;
  }
}

const currentSecond = () => Math.floor(performance.now() / 1000);
