import { BoundedCache } from '../../../core/bounded-cache.ts';
import { isoTime } from '../../../core/text/time-contract.ts';
import type { Database } from '../../../database/open.ts';
import type { Memory } from '../results.ts';
import { maxRerandomizations, minRerandomizations } from '../rules-contract.ts';
import type { AaSimulation } from './aa-simulation-contract.ts';
import { type Deal, dealer } from './deal.ts';
import { judgeDeal } from './judge-deal.ts';
import { type AaSimulationArgs, type Prepared, prepare } from './prepare.ts';
import { type AaTally, addOutcomes, emptyTally, tallied } from './tally.ts';

type Simulation = { prepared: Prepared; reshuffles: number; tally: AaTally; deal: (() => Deal) | null };

/** Unfinished simulations in memory; one of 100,000 people takes about 30 MB. */
const maxRunning = 3;
/** Milliseconds per request, during which others wait. */
const sliceMs = 200;
const stepMs = 15;
/**
 * The cost of a re-randomization, ns: of a person with a history of their own, a change at a look, a test of a variant at a look.
 */
const cost = { person: 15, change: 4, test: 12_000 };
/** The time that all re-randomizations may take, ns. */
const maxCost = 2e9;

/**
 * Creates the A/A simulations of experiments, kept in the reading thread while they run, and their answers: the same people and
 * events have the same answer.
 */
export function createAaSimulations(database: Database, memory: Memory) {
  const running = new Map<string, Simulation | null>();
  const finished = new BoundedCache<string, AaTally>({ entries: 500, bytes: 2 ** 20, bytesOf: () => 1024 });
  return {
    /**
     * Continues a simulation for a while and returns its progress; it stops when it is not requested again. Yields periodically.
     */
    *simulateAa(args: AaSimulationArgs): Generator<void, AaSimulation> {
      const key = JSON.stringify([args.experiment, args.people, args.now, args.testRun]);
      let simulation = running.get(key);
      if (simulation === undefined) {
        const prepared = yield* prepare(database, args, memory);
        simulation = prepared && started(prepared, finished.get(stateOf(prepared)));
        running.set(key, simulation);
        if (running.size > maxRunning) running.delete(running.keys().next().value ?? '');
      }
      if (simulation === null) return nothing(args);
      const { prepared, reshuffles, tally, deal } = simulation;
      const end = performance.now() + sliceMs;
      for (let pause = performance.now() + stepMs; tally.played < reshuffles && deal !== null; ) {
        addOutcomes(tally, judgeDeal(prepared, deal()));
        if (performance.now() < pause) continue;
        if (performance.now() > end) break;
        yield;
        pause = performance.now() + stepMs;
      }
      if (tally.played === reshuffles) finished.set(stateOf(prepared), tally);
      return answerOf(args, simulation);
    },
  };
}

/** Returns everything that the answer depends on, as text. */
function stateOf({ histories, weights, metrics, keys }: Prepared): string {
  const rules = metrics.map(({ weighed, direction, firstAt }) => [weighed, direction, firstAt]);
  return JSON.stringify([histories.digest, weights, keys, rules]);
}

function started(prepared: Prepared, known: AaTally | undefined): Simulation {
  const { histories, metrics, weights, looks } = prepared;
  const seed = Number.parseInt(histories.digest.slice(0, 8), 16);
  const changes = metrics.reduce(
    (sum, one) => sum + one.changes.looks.reduce((all, { classes }) => all + classes.length, 0),
    0,
  );
  const tests = looks * metrics.length * (weights.length - 1);
  const each = histories.sizes.length * cost.person + changes * cost.change + tests * cost.test;
  const affordable = Math.floor(maxCost / each / minRerandomizations) * minRerandomizations;
  return {
    prepared,
    reshuffles: Math.min(maxRerandomizations, Math.max(minRerandomizations, affordable)),
    tally: known ?? emptyTally(metrics.length),
    deal: known === undefined ? dealer(histories, weights, seed) : null,
  };
}

const nothing = ({ now }: AaSimulationArgs): AaSimulation => ({
  status: 'nothing_to_replay',
  as_of: isoTime(now),
  people: 0,
  looks: 0,
  played: 0,
  reshuffles: 0,
  leaves_out_cuped: false,
  metrics: [],
  any_secondary: null,
});

function answerOf({ now }: AaSimulationArgs, { prepared, reshuffles, tally }: Simulation): AaSimulation {
  return {
    status: tally.played < reshuffles ? 'running' : 'done',
    as_of: isoTime(now),
    people: prepared.people,
    looks: prepared.looks,
    played: tally.played,
    reshuffles,
    leaves_out_cuped: prepared.hasCuped,
    ...tallied(tally, prepared.named),
  };
}
