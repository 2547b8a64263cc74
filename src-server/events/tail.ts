/** Wakes who waits for what is committed next, and knows how much that lately was. */
export class Tail {
  readonly #now: () => number;
  readonly #waiting = new Set<() => void>();
  readonly #seconds = new Map<number, number>();
  /** How many commits there have been: to be read before looking, and handed to `wait`. */
  commits = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** To be called after each commit with the number of events it stored. */
  wake(events: number): void {
    this.commits += 1;
    const second = Math.floor(this.#now() / 1000);
    this.#seconds.set(second, (this.#seconds.get(second) ?? 0) + events);
    if (this.#seconds.size > 20) this.#seconds.delete(Math.min(...this.#seconds.keys()));
    for (const wake of this.#waiting) wake();
  }

  /** Settles once there was a commit after the `seen` first ones, after `milliseconds`, or when the signal aborts. */
  wait(seen: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.commits !== seen || signal.aborted) return Promise.resolve();
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

  /** Lets nobody wait any longer. */
  close(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Events a second over the last ten seconds. */
  rate(): number {
    const from = Math.floor(this.#now() / 1000) - 10;
    let events = 0;
    for (const [second, count] of this.#seconds) if (second >= from) events += count;
    return events / 10;
  }
}
