/** Milliseconds of reading before other queries get a turn. */
const sliceMs = 10;

/** Measures how long a query has run since its last pause. */
export class Slice {
  #end = performance.now() + sliceMs;

  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  *pause(): Generator<undefined> {
    yield;
    this.#end = performance.now() + sliceMs;
  }
}
