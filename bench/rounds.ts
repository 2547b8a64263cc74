import type { LoadResult } from './load.ts';
import { type Measured, median } from './report.ts';

/** A round of a figure and its limit. `acknowledged`: events. */
export type Pair = { ours: number; limit: number; p50: number; p99: number; acknowledged: number };

/** Alternates which of the two goes first. */
export async function inTurn<A, B>(round: number, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  if (round % 2 === 0) return [await first(), await second()];
  const later = await second();
  return [await first(), later];
}

/** Measures Benchtop's requests beside those of the limit. */
export async function inTurnWith(
  round: number,
  ours: () => Promise<LoadResult>,
  limit: () => Promise<LoadResult>,
): Promise<Pair> {
  const [mine, theirs] = await inTurn(round, ours, limit);
  const { requests_per_second, p50, p99, acknowledged } = mine;
  return { ours: requests_per_second, limit: theirs.requests_per_second, p50, p99, acknowledged };
}

export function row(name: string, unit: string, pairs: Pair[], aim: number | null): Measured {
  const of = (pick: (pair: Pair) => number) => median(pairs.map(pick));
  return {
    name,
    unit,
    aim,
    ours: of(({ ours }) => ours),
    limit: of(({ limit }) => limit),
    ratio: of(({ ours, limit }) => ours / limit),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
  };
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
