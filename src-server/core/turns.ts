/** Runs pieces of heavy work one per turn of the event loop, in order, so that small requests get in between. */
export class Turns {
  #last = Promise.resolve();

  /** Settles when it is the caller's turn. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.#last;
  }
}
