import fc from 'fast-check';
import type { Direction } from './contract.ts';
import { betaPosterior, gammaPosterior, type Posterior } from './statistics.ts';

export const most = 10_000_000;
/** Counts of all magnitudes, including extremes. */
export const count = fc.oneof(
  fc.constantFrom(0, 1, 2, most),
  fc.double({ min: 0, max: Math.log(most), noNaN: true }).map((log) => Math.floor(Math.exp(log))),
);
export const beta = fc.tuple(count, count).map(([good, bad]) => betaPosterior(good, bad));
export const gamma = fc
  .tuple(count, fc.double({ min: 0.01, max: 100, noNaN: true }))
  .map(([events, exposure]) => gammaPosterior(events, exposure));
export const direction = fc.constantFrom<Direction[]>('increase', 'decrease');
/** Generates variants of one kind, like those of an experiment. */
export const variants = (maxLength: number) =>
  fc.oneof(fc.array(beta, { minLength: 2, maxLength }), fc.array(gamma, { minLength: 2, maxLength }));
export const pair = variants(2) as fc.Arbitrary<[Posterior, Posterior]>;
