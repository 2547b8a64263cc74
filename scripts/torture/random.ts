/** Seeded random numbers: the same seed gives the same sequence on every machine. Not for secrets. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `below`. */
  int(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True with this probability. */
  chance(probability: number): boolean;
  bytes(length: number): Buffer;
  /** A version 4 UUID. */
  uuid(): string;
};

/** Returns the generator of a seed and a name, so that each scenario has a sequence of its own. */
export function seededRandom(seed: number, name: string): Random {
  let state = [...name].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 16_777_619), seed | 0);
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number) => Math.floor(next() * below);
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => int(256)));
  return {
    next,
    int,
    bytes,
    chance: (probability) => next() < probability,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[int(items.length)];
      if (item === undefined) throw new RangeError('Cannot pick from an empty list.');
      return item;
    },
    uuid() {
      const hex = bytes(16).toString('hex');
      const variant = '89ab'[int(4)];
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
