import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../../database/storage/sync.ts';

type Held = { descriptor: number; flags: 'r' | 'a+' };

const pieceBytes = 1 << 18;

/** Keeps the waiting spool files open, so that a deleted one can be written again. */
export class HeldFiles {
  readonly #directory: string;
  readonly #report: (error: unknown) => void;
  readonly #files = new Map<string, Held>();

  constructor(directory: string, report: (error: unknown) => void) {
    this.#directory = directory;
    this.#report = report;
  }

  /** Opens a file unless it is already open; 'a+' creates it. Returns its descriptor. */
  hold(name: string, flags: Held['flags']): number {
    const held = this.#files.get(name);
    if (held !== undefined) return held.descriptor;
    const descriptor = openSync(join(this.#directory, name), flags, 0o600);
    this.#files.set(name, { descriptor, flags });
    return descriptor;
  }

  /** Writes deleted files again. Throws errors of the disk. */
  restore(): void {
    for (const [name, { descriptor, flags }] of [...this.#files]) {
      if (this.#isInPlace(name, descriptor)) continue;
      this.#writeAgain(name, descriptor);
      this.release(name);
      this.hold(name, flags);
      this.#report(new Error(`The spool file ${name} was deleted while events waited in it; it was written again.`));
    }
  }

  release(name: string): void {
    const held = this.#files.get(name);
    if (held === undefined) return;
    this.#files.delete(name);
    closeSync(held.descriptor);
  }

  /** Restores and closes the files; the next start replays them. */
  close(): void {
    try {
      this.restore();
    } catch (error) {
      this.#report(error);
    }
    for (const name of this.#files.keys()) this.release(name);
  }

  #isInPlace(name: string, descriptor: number): boolean {
    const there = statSync(join(this.#directory, name), { bigint: true, throwIfNoEntry: false });
    const held = fstatSync(descriptor, { bigint: true });
    return there?.ino === held.ino && there.dev === held.dev;
  }

  /** Writes a file atomically: it gets its name last. */
  #writeAgain(name: string, from: number): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    const path = join(this.#directory, name);
    const to = openSync(`${path}.new`, 'w', 0o600);
    try {
      const piece = Buffer.alloc(pieceBytes);
      let at = 0;
      for (let read = readSync(from, piece, 0, pieceBytes, at); read > 0; ) {
        for (let written = 0; written < read; ) written += writeSync(to, piece, written, read - written);
        at += read;
        read = readSync(from, piece, 0, pieceBytes, at);
      }
      fsyncSync(to);
    } finally {
      closeSync(to);
    }
    renameSync(`${path}.new`, path);
    syncFolder(this.#directory);
  }
}
