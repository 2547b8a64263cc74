import { seededUniform } from '../../src-server/statistics/seeded-uniform.ts';

/** Seeded random numbers: the same seed gives the same sequence on every machine. Not for secrets. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number from 0 up to, but not including, `below`. */
  int(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  bytes(length: number): Buffer;
  /** Returns a version 4 UUID. */
  uuid(): string;
};

/** Returns the generator of a seed and a name, so that each scenario has a sequence of its own. */
export function seededRandom(seed: number, name: string): Random {
  const hash = [...name].reduce((sum, character) => Math.imul(sum ^ character.charCodeAt(0), 16_777_619), seed | 0);
  const next = seededUniform(hash);
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
