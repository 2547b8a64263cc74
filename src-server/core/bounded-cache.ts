/**
 * The maximum number of entries and of bytes; `bytesOf` estimates an entry's. Keys and values from clients differ in size by a
 * factor of a million, so a count alone limits nothing.
 */
export type CacheLimits<Key, Value> = { entries: number; bytes: number; bytesOf(key: Key, value: Value): number };

type Entry<Value> = { value: Value; bytes: number };
type Generation<Key, Value> = { entries: Map<Key, Entry<Value>>; bytes: number };

/**
 * Caches recently used entries, limited by number and by bytes. Skips an entry larger than an eighth of the bytes, which would
 * evict everything else.
 *
 * Uses two generations instead of exact LRU order: a hit costs one lookup, and an eviction drops the older half at once.
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

  /** Reports whether the key is cached; does not count as a use. */
  has(key: Key): boolean {
    return this.#young.entries.has(key) || this.#old.entries.has(key);
  }

  /** Replaces an earlier value. Call it again when a cached value has grown. */
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

/** Estimates the bytes of a text in memory. Node stores Latin-1 in one byte per character and everything else in two. */
export const bytesOfText = (text: string): number => 48 + 2 * text.length;
