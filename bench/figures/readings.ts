import { z } from 'zod';
import { machineFacts } from '../machine.ts';
import { isQuiet } from '../quietness.ts';
import type { Figure } from './figure.ts';
import type { FigureName } from './figures.ts';
import { spreadOf } from './numbers.ts';

const spread = z.object({ median: z.number(), min: z.number(), max: z.number() });

/**
 * A figure over the rounds of a run. `ratio`: to the peer, by round. `others`: the highest share of a core used by other
 * processes, before and during its rounds, or null if unknown.
 */
const reading = z.object({
  figure: z.string(),
  variant: z.string(),
  value: spread,
  peer: spread.nullable(),
  ratio: spread.nullable(),
  rounds: z.number(),
  others: z.number().nullable(),
});
export type Reading = z.infer<typeof reading>;

/** A figure that could not be measured here, and why. */
const gap = z.object({ figure: z.string(), variant: z.string(), why: z.string() });
export type Gap = z.infer<typeof gap>;

export const runOfBench = z.object({
  at: z.iso.datetime(),
  command: z.string(),
  machine: machineFacts,
  readings: z.array(reading),
  gaps: z.array(gap),
});
export type Run = z.infer<typeof runOfBench>;

/** One round of a figure. */
export type Sample = { figure: FigureName; variant: string; value: number; peer: number | null; others: number | null };

/** Makes one reading of the samples of each figure and variant. `before`: what others used before the first round. */
export function readingsOf(samples: readonly Sample[], before: number | null): Reading[] {
  const groups = Map.groupBy(samples, ({ figure, variant }) => JSON.stringify([figure, variant]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const peers = group.flatMap(({ peer }) => peer ?? []);
    const ratios = group.flatMap(({ value, peer }) => (peer === null ? [] : value / peer));
    return {
      figure: first.figure,
      variant: first.variant,
      value: spreadOf(group.map(({ value }) => value)),
      peer: peers.length === 0 ? null : spreadOf(peers),
      ratio: ratios.length === 0 ? null : spreadOf(ratios),
      rounds: group.length,
      others: mostOf([before, ...group.map(({ others }) => others)]),
    };
  });
}

/** Returns the largest share; null if one is not known. */
function mostOf(shares: readonly (number | null)[]): number | null {
  const known = shares.flatMap((share) => share ?? []);
  return known.length === shares.length ? Math.max(...known) : null;
}

export const minRounds = 5;

/** `busy` and `few`: a figure from a busy machine, or from few rounds, has no result. */
export type Verdict = 'met' | 'missed' | 'busy' | 'few' | 'none';

/** Machine load does not change sizes. */
const sizes: readonly Figure['unit'][] = ['B', 'kB'];

export function verdictOf(
  { value, ratio, rounds, others }: Reading,
  { aim, unit }: Pick<Figure, 'aim' | 'unit'>,
): Verdict {
  if (!isQuiet(others) && !sizes.includes(unit)) return 'busy';
  if (rounds < minRounds) return 'few';
  const measured = aim?.of === 'ratio' ? ratio?.median : value.median;
  if (aim === undefined || measured === undefined) return 'none';
  const isMet = { '≥': measured >= aim.limit, '≤': measured <= aim.limit, '<': measured < aim.limit }[aim.is];
  return isMet ? 'met' : 'missed';
}
