/** Runs heavy work in pieces, one per event loop turn, in order, so that small requests run between. */
export class Turns {
  #last = Promise.resolve();

  /** Settles when it is the caller's turn. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.#last;
  }
}
