/** For `recentMs` after other work, background work pauses for a multiple of its last slice's duration. */
const recentMs = 300;
const idleFactor = 3;

/** Paces background work beside work that a request waits for. */
export class BackgroundPace {
  #lastAskedAt = 0;
  #restsUntil = 0;

  /** Records that somebody waits for other work. */
  asked(): void {
    this.#lastAskedAt = performance.now();
  }

  /** Records a slice of background work, by its start. */
  worked(since: number): void {
    const now = performance.now();
    this.#restsUntil = now + idleFactor * (now - since);
  }

  /** Returns how long background work must still pause, in ms. */
  idleMs(): number {
    const now = performance.now();
    return now - this.#lastAskedAt > recentMs ? 0 : Math.max(0, this.#restsUntil - now);
  }
}
