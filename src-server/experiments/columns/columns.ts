import type { Database } from '../../database/open.ts';
import {
  type Chunk,
  type ChunkFile,
  type ChunkFiles,
  type ChunkPlace,
  type ColumnArrays,
  chunkRows,
  newChunk,
} from './chunk-files.ts';

/** Rows of numbers, which are only added: whole chunks are in a file, if it can be written, and the rest is in memory. */
export class Columns<Own extends ColumnArrays = ColumnArrays> {
  readonly #file: ChunkFile;
  /** The rows from `#start` on. */
  #rest: Own;
  #start: number;
  length: number;
  /** The last event that was looked at. */
  upTo: number;

  /** `empty`: an array of each type. */
  constructor(files: ChunkFiles, database: Database, place: ChunkPlace, empty: Own) {
    this.#file = files.open(database, place, newChunk(empty).bytes.length);
    this.#rest = empty;
    this.length = this.#start = this.#file.rows;
    this.upTo = this.#file.newest;
  }

  get inMemory(): number {
    return this.length - this.#start;
  }

  /** Reports whether the rows can still be read. */
  isWhole(): boolean {
    return this.#file.isWhole();
  }

  newChunk(): Chunk<Own> {
    return newChunk(this.#rest);
  }

  add(...more: (readonly number[])[]): void {
    const from = this.inMemory;
    this.#rest = this.#rest.map((array, index) => withNumbers(array, from, more[index] ?? [])) as ColumnArrays as Own;
    this.length += more[0]?.length ?? 0;
  }

  /** Moves whole chunks to the file. `newestUpTo`: the newest event that the rows up to one come from. */
  store(database: Database, newestUpTo: (row: number) => number): void {
    if (this.inMemory < chunkRows) return;
    const chunk = this.newChunk();
    while (this.length - this.#file.rows >= chunkRows) {
      const { rows } = this.#file;
      const from = rows - this.#start;
      for (const [index, array] of chunk.arrays.entries())
        array.set(this.#rest[index]?.subarray(from, from + chunkRows) ?? []);
      if (!this.#file.add(database, chunk, newestUpTo(rows + chunkRows - 1))) break;
    }
    const moved = this.#file.rows - this.#start;
    if (moved > 0) this.#rest = this.#rest.map((array) => array.slice(moved, this.inMemory)) as ColumnArrays as Own;
    this.#start += moved;
  }

  /**
   * Returns arrays that have a row at index `at`, and those after it up to before row `end`. They hold until the next call with
   * the same chunk. Throws UnreadableChunk.
   */
  part(row: number, chunk: Chunk<Own>): { arrays: Own; at: number; end: number } {
    if (row >= this.#start) return { arrays: this.#rest, at: row - this.#start, end: this.length };
    const at = row % chunkRows;
    this.#file.read(Math.floor(row / chunkRows), chunk);
    return { arrays: chunk.arrays, at, end: row - at + chunkRows };
  }
}

/** Returns the array with more numbers from an index on; where it is too short, a copy that is half as long again. */
function withNumbers<Numbers extends Int32Array | Float64Array>(
  numbers: Numbers,
  from: number,
  more: readonly number[],
): Numbers {
  const length = from + more.length;
  const enough =
    length <= numbers.length ? numbers : copyOf(numbers, Math.max(length, Math.ceil(numbers.length * 1.5)));
  enough.set(more, from);
  return enough;
}

/** Returns a longer copy, whose rest is 0. */
export function copyOf<Numbers extends Int32Array | Float64Array>(numbers: Numbers, length: number): Numbers {
  const longer = numbers instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
  longer.set(numbers);
  return longer as Numbers;
}
