import { sumOf } from '../../../core/sum-contract.ts';
import { drawBinomial } from '../../../statistics/draw-binomial.ts';
import { seededUniform } from '../../../statistics/seeded-uniform.ts';
import type { LookChanges } from './collector.ts';
import type { Histories } from './histories.ts';

/** An assignment of variants: that of each single person, and of the other classes the people by variant. */
export type Deal = { ofSingles: Uint8Array; ofMany: Int32Array };

/** Number of ranges of draws, and the mark of a range that variants share. */
const rangeCount = 4096;
const open = 255;
/** Maximum number of people in a class who are dealt one by one, which is faster. */
const fewPeople = 12;

/**
 * Deals variants to everyone by chance, each person by the weights. Returns the same deals for the same seed, in arrays that each
 * deal overwrites.
 */
export function dealer({ sizes, singles }: Histories, weights: readonly number[], seed: number): () => Deal {
  const uniform = seededUniform(seed);
  const whole = sumOf(weights);
  const last = weights.findLastIndex((weight) => weight > 0);
  const bounds = weights.slice(0, last).map((_, index) => sumOf(weights.slice(0, index + 1)) / whole);
  const ofSingles = new Uint8Array(singles);
  const ofMany = new Int32Array((sizes.length - singles) * weights.length);
  const search = (drawn: number) => bounds.filter((bound) => drawn > bound).length;
  // Most draws fall into a range of one variant.
  const ranges = Uint8Array.from({ length: rangeCount }, (_, range) => {
    const [from, to] = [search(range / rangeCount), search((range + 1) / rangeCount)];
    return from === to ? from : open;
  });
  const one = (): number => {
    const drawn = uniform();
    const variant = ranges[Math.floor(drawn * rangeCount)] ?? open;
    return variant === open ? search(drawn) : variant;
  };
  const several = (people: number, from: number) => {
    let [left, rest] = [people, whole];
    for (const [variant, weight] of weights.entries()) {
      const drawn = variant === last ? left : drawBinomial(uniform, left, Math.min(1, weight / rest));
      ofMany[from + variant] = drawn;
      left -= drawn;
      rest -= weight;
    }
  };
  return () => {
    for (let index = 0; index < singles; index++) ofSingles[index] = one();
    ofMany.fill(0);
    let from = 0;
    for (const people of sizes.subarray(singles)) {
      if (people > fewPeople) several(people, from);
      else for (let person = 0; person < people; person++) add(ofMany, from + one(), 1);
      from += weights.length;
    }
    return { ofSingles, ofMany };
  };
}

function add(numbers: Int32Array | Float64Array, at: number, by: number): void {
  numbers[at] = (numbers[at] ?? 0) + by;
}

export function addChanges(sums: Float64Array, changes: LookChanges, { ofSingles, ofMany }: Deal): void {
  const { classes, which, ones, by, width } = changes;
  const variants = sums.length / width;
  const transitions = by.length / width;
  const singles = ofSingles.length;
  const people = new Int32Array(transitions * variants);
  for (let index = 0; index < ones; index++) {
    const variant = ofSingles[classes[index] ?? 0] ?? 0;
    add(people, (which[index] ?? 0) * variants + variant, 1);
  }
  for (let index = ones; index < classes.length; index++) {
    const from = ((classes[index] ?? singles) - singles) * variants;
    const to = (which[index] ?? 0) * variants;
    for (let variant = 0; variant < variants; variant++) add(people, to + variant, ofMany[from + variant] ?? 0);
  }
  for (let transition = 0, at = 0; transition < transitions; transition++) {
    for (let variant = 0; variant < variants; variant++, at++) {
      const number = people[at] ?? 0;
      if (number === 0) continue;
      const [from, to] = [transition * width, variant * width];
      for (let part = 0; part < width; part++) add(sums, to + part, number * (by[from + part] ?? 0));
    }
  }
}
