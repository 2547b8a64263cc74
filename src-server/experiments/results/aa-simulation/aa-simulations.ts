import { BoundedCache } from '../../../core/bounded-cache.ts';
import { isoTime } from '../../../core/time.ts';
import type { Database } from '../../../database/open.ts';
import type { Memory } from '../results.ts';
import { maxReshuffles, minReshuffles } from '../rules-contract.ts';
import { type Deal, dealer } from './deal.ts';
import { play } from './play.ts';
import { type Prepared, prepare, type ReplayArgs } from './prepare.ts';
import type { ExperimentReplay } from './replay-contract.ts';
import { addSaid, emptyTally, type Tally, tallied } from './tally.ts';

type Replay = { prepared: Prepared; reshuffles: number; tally: Tally; deal: (() => Deal) | null };

/** Replays that are kept while they are played; one of 100,000 people takes about 30 MB. */
const maxRunning = 3;
/** How long one request computes, and how long others wait for it, ms. */
const sliceMs = 200;
const stepMs = 15;
/** What a reshuffle takes, ns: a person who is alone with what they did, a change at a look, a test of a variant at a look. */
const cost = { person: 15, change: 4, test: 12_000 };
/** The time that reshuffles may take, ns. */
const maxCost = 2e9;

/**
 * Replays of experiments, kept in the reading thread while they are played, and their answers by what they rest on: the same people
 * and events have the same answer.
 */
export function createReplays(database: Database, memory: Memory) {
  const running = new Map<string, Replay | null>();
  const finished = new BoundedCache<string, Tally>({ entries: 500, bytes: 2 ** 20, bytesOf: () => 1024 });
  return {
    /** Goes on with a replay for a while, and returns how far it is. Who asks no more stops it. Yields now and then. */
    *replay(args: ReplayArgs): Generator<void, ExperimentReplay> {
      const key = JSON.stringify([args.experiment, args.people, args.now, args.testRun]);
      let replay = running.get(key);
      if (replay === undefined) {
        const prepared = yield* prepare(database, args, memory);
        replay = prepared && started(prepared, finished.get(stateOf(prepared)));
        running.set(key, replay);
        if (running.size > maxRunning) running.delete(running.keys().next().value ?? '');
      }
      if (replay === null) return nothing(args);
      const { prepared, reshuffles, tally, deal } = replay;
      const end = performance.now() + sliceMs;
      for (let pause = performance.now() + stepMs; tally.played < reshuffles && deal !== null; ) {
        addSaid(tally, play(prepared, deal()));
        if (performance.now() < pause) continue;
        if (performance.now() > end) break;
        yield;
        pause = performance.now() + stepMs;
      }
      if (tally.played === reshuffles) finished.set(stateOf(prepared), tally);
      return answerOf(args, replay);
    },
  };
}

/** Returns everything that the answer depends on, as text. */
function stateOf({ histories, weights, metrics, keys }: Prepared): string {
  const rules = metrics.map(({ weighed, direction, firstAt }) => [weighed, direction, firstAt]);
  return JSON.stringify([histories.digest, weights, keys, rules]);
}

function started(prepared: Prepared, known: Tally | undefined): Replay {
  const { histories, metrics, weights, looks } = prepared;
  const seed = Number.parseInt(histories.digest.slice(0, 8), 16);
  const changes = metrics.reduce(
    (sum, one) => sum + one.changes.looks.reduce((all, { classes }) => all + classes.length, 0),
    0,
  );
  const tests = looks * metrics.length * (weights.length - 1);
  const each = histories.sizes.length * cost.person + changes * cost.change + tests * cost.test;
  const affordable = Math.floor(maxCost / each / minReshuffles) * minReshuffles;
  return {
    prepared,
    reshuffles: Math.min(maxReshuffles, Math.max(minReshuffles, affordable)),
    tally: known ?? emptyTally(metrics.length),
    deal: known === undefined ? dealer(histories, weights, seed) : null,
  };
}

const nothing = ({ now }: ReplayArgs): ExperimentReplay => ({
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

function answerOf({ now }: ReplayArgs, { prepared, reshuffles, tally }: Replay): ExperimentReplay {
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
