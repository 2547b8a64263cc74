import type { z } from 'zod';
import { BoundedCache, bytesOfText } from '../../../core/bounded-cache.ts';
import { signOf } from '../../../statistics/contract.ts';
import { twoSidedZ } from '../../../statistics/distributions.ts';
import { shareInterval } from '../../../statistics/value-interval.ts';
import { expectedVariance } from '../../metrics/metric-kinds.ts';
import { finalShare } from '../../results/rules-contract.ts';
import { powerAt } from '../planning.ts';
import { distributionsOf } from './distributions.ts';
import {
  type Agreement,
  peopleIn,
  type RunShare,
  type SimulatedPlan,
  type simulatedPlanInput,
} from './simulated-plan-contract.ts';
import { lookDaily, type RunOutcome, type SimulatedRun } from './simulated-run.ts';

type Input = z.output<typeof simulatedPlanInput>;

/** The outcomes of the runs so far; `found`, `early` and `atEnd` count runs. */
type Tally = { runs: number; found: number; early: number; atEnd: number };
export type SimulatedPlans = BoundedCache<string, Tally>;

/** How long one request simulates, ms, before it answers with the runs so far. */
const timeBudgetMs = 500;
/** The z of the interval of a share of runs. */
const z99 = twoSidedZ(0.01);

export const rememberingSimulatedPlans = (): SimulatedPlans =>
  new BoundedCache({ entries: 400, bytes: 1_000_000, bytesOf: (key) => bytesOfText(key) + 64 });

/**
 * Simulates runs of a plan for half a second and judges them by the rules of results. Answers with all runs so far; a repeated
 * request continues until all requested runs are done. Yields after each run.
 */
export function* simulatePlan(input: Input, known: SimulatedPlans): Generator<void, SimulatedPlan> {
  const people = peopleIn(input);
  const changed = smallestTest(input.weights);
  const { runs, effect } = input;
  const tallies = [effect, 0].map((of) => tallyOf(known, keyOf(input, of)));
  const [changedRun, sameRun] = [effect, 0].map((of) => simulatedRun(input, people, changed, of)) as [
    SimulatedRun,
    SimulatedRun,
  ];
  const [found, none] = tallies as [Tally, Tally];
  const end = performance.now() + timeBudgetMs;
  while (Math.min(found.runs, none.runs) < runs && performance.now() < end) {
    if (none.runs <= found.runs) {
      const says = (outcomes: readonly string[]) => outcomes.some((one) => one === 'better' || one === 'worse');
      add(none, lookDaily(sameRun, seedOf(input, 2 * none.runs), says), input.days);
    } else {
      const says = (outcomes: readonly string[]) => outcomes[changed] === 'better';
      add(found, lookDaily(changedRun, seedOf(input, 2 * found.runs + 1), says), input.days);
    }
    yield;
  }
  const shareOf = (count: number, { runs: done }: Tally): RunShare => {
    if (done === 0) return { runs: 0, share: 0, low: 0, high: 1 };
    const [low, high] = shareInterval({ n: done, sum: count }, z99);
    return { runs: count, share: count / done, low, high };
  };
  const atEnd = shareOf(found.atEnd, found);
  const power = effect === 0 ? 0 : powerAt({ ...input, effect, significance: finalShare }, people);
  return {
    people,
    days: input.days,
    runs: Math.min(found.runs, none.runs),
    of: runs,
    effect:
      effect === 0
        ? null
        : {
            found: shareOf(found.found, found),
            found_in_first_half: shareOf(found.early, found),
            found_at_end: atEnd,
            power,
            agreement: agreementOf(atEnd, power),
          },
    none: { better_or_worse: shareOf(none.found, none) },
  };
}

/** Returns the first of the test variants with the least weight, which the plan is made for. */
function smallestTest(weights: readonly number[]): number {
  return weights.indexOf(Math.min(...weights.slice(1)), 1);
}

function simulatedRun(
  { kind, direction, baseline, variance, weights, days }: Input,
  people: number,
  changed: number,
  effect: number,
): SimulatedRun {
  const times = weights.map((_, index) => (index === changed ? 1 + (signOf(direction) * effect) / 100 : 1));
  const usual = variance ?? expectedVariance[kind](baseline, 1, baseline);
  const values = distributionsOf({ kind, baseline, variance: usual }, times);
  return { setup: { kind, weights, direction }, values, people, days };
}

/** Returns the key of a plan's runs; runs without an effect are the same for all effects. */
function keyOf({ runs: _runs, effect: _effect, ...input }: Input, effect: number): string {
  return JSON.stringify({ ...input, effect });
}

function tallyOf(known: SimulatedPlans, key: string): Tally {
  const tally = known.get(key) ?? { runs: 0, found: 0, early: 0, atEnd: 0 };
  known.set(key, tally);
  return tally;
}

/** Runs with and without an effect have seeds of their own. */
const seedOf = ({ seed }: Input, run: number) => Math.imul(seed, 0x9e3779b1) + Math.imul(run + 1, 0x85ebca6b);

function add(tally: Tally, { firstDay, isAtEnd }: RunOutcome, days: number): void {
  tally.runs += 1;
  tally.found += Number(firstDay !== null);
  tally.early += Number(firstDay !== null && firstDay <= days / 2);
  tally.atEnd += Number(isAtEnd);
}

function agreementOf({ low, high }: RunShare, power: number): Agreement {
  if (power < low) return 'above';
  return power > high ? 'below' : 'within';
}
