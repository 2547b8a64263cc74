type Waiting = { due: number; acknowledge(): void };

/** At 2, a spool is empty once clients have sent as many bytes as it held. */
const replayedPerAppended = 2;

/**
 * Delays the acknowledgements of appends during a replay, so that a spool empties at any rate of requests: an append costs less
 * than a replay, and clients that wait for answers would otherwise fill it faster than it empties.
 */
export class PacedAcknowledgements {
  readonly #waiting: Waiting[] = [];
  #replayed = 0;
  #due = 0;

  /** Calls `acknowledge` as soon as `replayedPerAppended` times `bytes` more have been replayed. */
  add(bytes: number, acknowledge: () => void): void {
    this.#due = Math.max(this.#due, this.#replayed) + replayedPerAppended * bytes;
    this.#waiting.push({ due: this.#due, acknowledge });
  }

  replayed(bytes: number): void {
    this.#replayed += bytes;
    const count = this.#waiting.findIndex(({ due }) => due > this.#replayed);
    this.#acknowledge(count < 0 ? this.#waiting.length : count);
  }

  /** Acknowledges all waiting lines, when the replay has ended or failed. */
  releaseAll(): void {
    this.#acknowledge(this.#waiting.length);
  }

  #acknowledge(count: number): void {
    for (const { acknowledge } of this.#waiting.splice(0, count)) acknowledge();
  }
}
