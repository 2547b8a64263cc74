import type { z } from 'zod';
import type { Database } from '../database/open.ts';
import type { AskedQueries } from '../database/reader.ts';
import { type BreakdownArgs, readBreakdown } from './breakdown/breakdown.ts';
import { ChunkFiles, UnreadableChunk } from './columns/chunk-files.ts';
import { readServedPeople, type ServedPeopleArgs } from './decision/served-people.ts';
import { type ExcludedPeopleArgs, readExcludedPeople } from './exclusions/excluded-people.ts';
import { type BaselineArgs, readBaseline } from './metrics/baseline.ts';
import type { Kept } from './metrics/rows/row-cache.ts';
import { rememberingSimulatedPlans, simulatePlan } from './planning/simulated/simulated-plan.ts';
import type { simulatedPlanInput } from './planning/simulated/simulated-plan-contract.ts';
import { createAaSimulations } from './results/aa-simulation/aa-simulations.ts';
import { rememberingEstimate } from './results/estimates.ts';
import { type PersonExposureArgs, readPersonExposure } from './results/exposures/person-exposure.ts';
import { type NoveltyArgs, readNovelty } from './results/novelty/novelty.ts';
import { type ReachedArgs, readReached } from './results/reached.ts';
import { type ResultsArgs, readResults } from './results/results.ts';
import { createSummaries } from './results/summaries.ts';

export type ExperimentQueries = AskedQueries<ReturnType<typeof createExperimentQueries>>;

/** `version`: of Benchtop. */
export function createExperimentQueries(
  database: Database,
  { dataDir, version }: { dataDir: string; version: string },
) {
  const kept: Kept = { rows: new Map(), matches: new Map(), files: new ChunkFiles(dataDir, version) };
  const simulatedPlans = rememberingSimulatedPlans();
  const memory = { estimates: rememberingEstimate(), kept };
  const { knownSummaries, summary } = createSummaries(database, memory);
  const { simulateAa } = createAaSimulations(database, memory);
  /** Reads that somebody waits for. */
  let awaited = 0;
  /** Reads again what a file lost meanwhile, from the database; at the second time without files. */
  function* retrying<Args, Result>(read: (args: Args) => Generator<void, Result>, args: Args): Generator<void, Result> {
    let hasTurnedOff = false;
    try {
      for (let isAgain = false; ; isAgain = true) {
        try {
          return yield* read(args);
        } catch (error) {
          if (!(error instanceof UnreadableChunk)) throw error;
          kept.rows.clear();
          if (isAgain && !kept.files.isOff) kept.files.isOff = hasTurnedOff = true;
        }
      }
    } finally {
      if (hasTurnedOff) kept.files.isOff = false;
    }
  }
  const reading = <Args, Result>(read: (args: Args) => Generator<void, Result>) =>
    function* (args: Args): Generator<void, Result> {
      awaited += 1;
      try {
        return yield* retrying(read, args);
      } finally {
        awaited -= 1;
      }
    };
  const readOne = (args: ResultsArgs) => readResults(database, args, memory);
  return {
    results: reading(readOne),
    /** Computes results before anybody asks, and pauses while somebody waits for others. */
    *readAhead(args: ResultsArgs): Generator<void> {
      for (const pause of retrying(readOne, args)) {
        do yield pause;
        while (awaited > 0);
      }
    },
    personExposure: reading((args: PersonExposureArgs) => readPersonExposure(database, args, memory)),
    reached: reading((args: ReachedArgs) => readReached(database, args, memory)),
    knownSummaries,
    summary: reading(summary),
    simulateAa: reading(simulateAa),
    servedPeople: (args: ServedPeopleArgs) => readServedPeople(database, args),
    simulatedPlan: ({ input }: { input: z.output<typeof simulatedPlanInput> }) => simulatePlan(input, simulatedPlans),
    breakdown: reading((args: BreakdownArgs) => readBreakdown(database, args, memory)),
    excludedPeople: reading((args: ExcludedPeopleArgs) => readExcludedPeople(database, args, kept)),
    novelty: reading((args: NoveltyArgs) => readNovelty(database, args, memory)),
    baseline: reading((args: BaselineArgs) => readBaseline(database, args, kept)),
  };
}
