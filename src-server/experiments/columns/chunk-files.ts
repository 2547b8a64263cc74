import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Database } from '../../database/open.ts';
import { resultsCacheFolder } from '../../database/storage/files.ts';

/** Rows of a chunk: fewer are read again after a start than are worth a file. */
export const chunkRows = 4096;

/** Numbers of a header: the checksum of all that follows it, the newest event of the rows and its stamp, each of 8 bytes. */
const headerNumbers = 3;
const checksumBytes = 8;

/** Opening a pipe in the place of a file would wait for its other end. Windows has neither. */
const withoutWaiting = constants.O_NONBLOCK ?? 0;

/** Raise it when the bytes of a chunk, the numbers of a property or the matches of a rule change. */
const format = 1;

/** The files take at most this much, and a quarter of what the disk has left for them. Those that grew longest ago go first. */
const maxBytes = 2 ** 30;
const lookEveryBytes = 2 ** 25;

export type ColumnArrays = readonly (Int32Array | Float64Array)[];

/** A chunk as its file has it. `arrays`: `chunkRows` numbers each, in the same bytes. */
export type Chunk<Own extends ColumnArrays = ColumnArrays> = { bytes: Uint8Array; header: Float64Array; arrays: Own };

/** Creates an empty chunk with arrays of these types; those of 8 bytes come first. */
export function newChunk<Own extends ColumnArrays>(types: Own): Chunk<Own> {
  const bytesPerRow = types.reduce((sum, { BYTES_PER_ELEMENT }) => sum + BYTES_PER_ELEMENT, 0);
  const header = new Float64Array(headerNumbers);
  const bytes = new Uint8Array(header.byteLength + chunkRows * bytesPerRow);
  let at = header.byteLength;
  const arrays = types.map((type) => {
    const start = at;
    at += chunkRows * type.BYTES_PER_ELEMENT;
    return type instanceof Int32Array
      ? new Int32Array(bytes.buffer, start, chunkRows)
      : new Float64Array(bytes.buffer, start, chunkRows);
  });
  return { bytes, header: new Float64Array(bytes.buffer, 0, headerNumbers), arrays: arrays as ColumnArrays as Own };
}

/** Thrown for a chunk that its file no longer has as it was written; the file is removed then. */
export class UnreadableChunk extends Error {}

/** What a file is made of. `name`: any text. `removed`: see `readRemovalMark`. */
export type ChunkPlace = { projectId: number; name: string; removed: number };

/**
 * The files of the reading thread: what it would otherwise read from the database again after a start. They have nothing else, so
 * any of them may be deleted at any time, and one that does not fit the database begins anew. `version`: of Benchtop.
 */
export class ChunkFiles {
  readonly #folder: string;
  readonly #version: string;
  readonly #current = new Map<string, ChunkFile>();
  /** Whether no file is opened or written now. */
  isOff = false;
  /** Bytes to write until the next look at the folder. */
  #untilLook = 0;

  constructor(dataDir: string, version: string) {
    this.#folder = resultsCacheFolder(dataDir);
    this.#version = version;
  }

  /** Opens the file of a place; from then on it grows through this object alone. */
  open(database: Database, place: ChunkPlace, bytes: number): ChunkFile {
    const name = `${place.projectId}-${createHash('sha256').update(place.name).digest('hex')}`;
    const path = join(this.#folder, name);
    this.#look(database, path);
    const schema = database.pragma('user_version', { simple: true });
    const seed = crc32(JSON.stringify([format, this.#version, schema, name, place.removed]));
    const file = new ChunkFile(this, path, seed, bytes);
    if (!this.isOff) file.load(database);
    this.#current.set(path, file);
    return file;
  }

  /** Reports whether a file may grow. */
  mayGrow(database: Database, file: ChunkFile): boolean {
    return this.isCurrent(file) && this.#look(database, file.path, file.chunkBytes);
  }

  /** Reports whether no other object opened the file since. */
  isCurrent(file: ChunkFile): boolean {
    return this.#current.get(file.path) === file;
  }

  /** Creates the folder, but not that of the data, which may be deleted at this moment. */
  make(): void {
    if (!existsSync(this.#folder)) mkdirSync(this.#folder, { mode: 0o700 });
  }

  /** Removes files of deleted projects, and what is too much beside a path. Returns whether that may grow. */
  #look(database: Database, own: string, growth = 0): boolean {
    this.#untilLook -= growth;
    if (this.#untilLook > 0) return true;
    try {
      const isThere = database.prepare<[number], number>('SELECT 1 FROM projects WHERE id = ?').pluck();
      const files = readdirSync(this.#folder).map((name) => {
        const path = join(this.#folder, name);
        const { size, mtimeMs } = lstatSync(path);
        return { path, size, mtimeMs, isLeft: isThere.get(Number.parseInt(name, 10)) === undefined };
      });
      let used = files.reduce((sum, { size }) => sum + size, 0);
      const { bavail, bsize } = statfsSync(this.#folder);
      const limit = Math.min(maxBytes, (used + bavail * bsize) / 4);
      for (const { path, size, isLeft } of files.toSorted((one, other) => one.mtimeMs - other.mtimeMs)) {
        if (!isLeft && (used <= limit || path === own)) continue;
        rmSync(path, { recursive: true, force: true });
        used -= size;
      }
      if (used > limit) return false;
    } catch {
      // There is no folder yet, or it cannot be read: then a file cannot be written either.
    }
    this.#untilLook = lookEveryBytes;
    return true;
  }
}

/**
 * Returns a number that tells an event from every other that may get its id, as after a loss or on an older copy of the database;
 * null if it is gone.
 */
function stampOf(database: Database, id: number): number | null {
  const event = database
    .prepare<[number], unknown[]>('SELECT uuid, received_at, distinct_ref, name_id FROM main.events WHERE id = ?')
    .raw()
    .get(id);
  return event === undefined ? null : createHash('sha256').update(JSON.stringify(event)).digest().readUIntBE(0, 6);
}

/** A file of whole chunks. */
export class ChunkFile {
  readonly path: string;
  readonly chunkBytes: number;
  readonly #files: ChunkFiles;
  /** Begins each checksum: it depends on all that the chunks of a file have in common. */
  readonly #seed: number;
  #chunks = 0;
  #newest = 0;
  #isFull = false;

  constructor(files: ChunkFiles, path: string, seed: number, chunkBytes: number) {
    this.#files = files;
    this.path = path;
    this.#seed = seed;
    this.chunkBytes = chunkBytes;
  }

  get rows(): number {
    return this.#chunks * chunkRows;
  }

  /** The id of the newest event that the rows come from; 0 without rows. */
  get newest(): number {
    return this.#newest;
  }

  /** Takes the chunks that an earlier thread wrote, if the database still has what they come from. */
  load(database: Database): void {
    try {
      const size = statSync(this.path, { throwIfNoEntry: false })?.size;
      if (size === undefined) return;
      const chunks = Math.floor(size / this.chunkBytes);
      const bytes = new Uint8Array(this.chunkBytes);
      this.#readInto(bytes, chunks - 1);
      const [, newest = 0, stamp] = new Float64Array(bytes.buffer, 0, headerNumbers);
      if (stampOf(database, newest) !== stamp) throw new UnreadableChunk();
      this.#chunks = chunks;
      this.#newest = newest;
    } catch {
      this.#remove();
    }
  }

  /** Reports whether the file is still there, as long as it was. */
  isWhole(): boolean {
    try {
      return this.#chunks === 0 || statSync(this.path).size >= this.#chunks * this.chunkBytes;
    } catch {
      return false;
    }
  }

  /** Reads a chunk. Throws UnreadableChunk. */
  read(index: number, { bytes }: Chunk): void {
    try {
      this.#readInto(bytes, index);
    } catch {
      // Another object may have written it anew meanwhile.
      if (this.#files.isCurrent(this)) this.#remove();
      throw new UnreadableChunk();
    }
  }

  /** Adds a chunk whose rows come from events up to `newest`. Returns false and changes nothing when it cannot be written. */
  add(database: Database, chunk: Chunk, newest: number): boolean {
    if (this.#files.isOff) return false;
    this.#isFull ||= !this.#files.mayGrow(database, this);
    if (this.#isFull) return false;
    try {
      const stamp = stampOf(database, newest);
      if (stamp === null) return false;
      const { bytes, header } = chunk;
      header.set([newest, stamp], 1);
      header[0] = this.#checksumOf(bytes, this.#chunks);
      this.#write(bytes);
      this.#chunks += 1;
      this.#newest = newest;
      return true;
    } catch {
      // The rows stay in memory, and the next thread tries again.
      this.#isFull = true;
      return false;
    }
  }

  #readInto(bytes: Uint8Array, index: number): void {
    const descriptor = openSync(this.path, constants.O_RDONLY | withoutWaiting);
    try {
      const length = readSync(descriptor, bytes, 0, bytes.length, index * this.chunkBytes);
      const [checksum] = new Float64Array(bytes.buffer, 0, headerNumbers);
      if (length < bytes.length || checksum !== this.#checksumOf(bytes, index)) throw new UnreadableChunk();
    } finally {
      closeSync(descriptor);
    }
  }

  /** A thread that is ended halfway leaves less than a chunk, which the next one overwrites. */
  #write(bytes: Uint8Array): void {
    const isNew = this.#chunks === 0;
    if (isNew) this.#files.make();
    const flags = constants.O_RDWR | constants.O_CREAT | (isNew ? constants.O_TRUNC : 0);
    const descriptor = openSync(this.path, flags, 0o600);
    try {
      const written = writeSync(descriptor, bytes, 0, bytes.length, this.#chunks * this.chunkBytes);
      if (written < bytes.length) throw new Error('the disk is full');
    } finally {
      closeSync(descriptor);
    }
  }

  #remove(): void {
    try {
      rmSync(this.path, { force: true });
    } catch {
      // It is overwritten instead, or never used.
    }
  }

  /** Syncs would delay other reads: what the disk lost with the power has another checksum. */
  #checksumOf(bytes: Uint8Array, index: number): number {
    return crc32(bytes.subarray(checksumBytes), crc32(`${index}`, this.#seed));
  }
}
