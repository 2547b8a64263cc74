/**
 * The most that is kept: a number of entries, and bytes, of which `bytesOf` estimates an entry's. Keys and values from outside
 * differ in size by a factor of a million, so a limit on their number alone bounds nothing.
 */
export type CacheLimits<Key, Value> = { entries: number; bytes: number; bytesOf(key: Key, value: Value): number };

type Entry<Value> = { value: Value; bytes: number };
type Generation<Key, Value> = { entries: Map<Key, Entry<Value>>; bytes: number };

/**
 * Keeps what was used lately, limited by number and by bytes. An entry larger than an eighth of the bytes is not kept: it would
 * displace everything else.
 *
 * Two generations instead of an exact order of use: a hit costs one look-up, and an eviction drops the older half at once.
 */
export class BoundedCache<Key, Value> {
  readonly #limits: CacheLimits<Key, Value>;
  #young = emptyGeneration<Key, Value>();
  #old = emptyGeneration<Key, Value>();

  constructor(limits: CacheLimits<Key, Value>) {
    this.#limits = limits;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.entries.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.entries.get(key);
    if (old === undefined) return undefined;
    this.#old.entries.delete(key);
    this.#old.bytes -= old.bytes;
    this.#add(key, old);
    return old.value;
  }

  /** Whether the key is kept; does not count as a use. */
  has(key: Key): boolean {
    return this.#young.entries.has(key) || this.#old.entries.has(key);
  }

  /** Keeps the value in place of an earlier one. Call it again when a kept value has grown. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const bytes = this.#limits.bytesOf(key, value);
    if (bytes <= this.#limits.bytes / 8) this.#add(key, { value, bytes });
  }

  delete(key: Key): void {
    for (const generation of [this.#young, this.#old]) {
      const entry = generation.entries.get(key);
      if (entry === undefined) continue;
      generation.bytes -= entry.bytes;
      generation.entries.delete(key);
    }
  }

  clear(): void {
    this.#young = emptyGeneration();
    this.#old = emptyGeneration();
  }

  get size(): number {
    return this.#young.entries.size + this.#old.entries.size;
  }

  /** Estimated bytes of all that is kept. */
  get bytes(): number {
    return this.#young.bytes + this.#old.bytes;
  }

  #add(key: Key, entry: Entry<Value>): void {
    const { entries, bytes } = this.#limits;
    if (this.#young.entries.size >= entries / 2 || this.#young.bytes + entry.bytes > bytes / 2) {
      this.#old = this.#young;
      this.#young = emptyGeneration();
    }
    this.#young.entries.set(key, entry);
    this.#young.bytes += entry.bytes;
  }
}

const emptyGeneration = <Key, Value>(): Generation<Key, Value> => ({ entries: new Map(), bytes: 0 });

/** Estimates the bytes of a text in memory: Node keeps Latin-1 in one byte a character and everything else in two. */
export const bytesOfText = (text: string): number => 48 + 2 * text.length;
