import type { z } from 'zod';
import type { Database } from '../database/open.ts';
import type { AskedQueries } from '../database/reader.ts';
import { type BreakdownArgs, readBreakdown } from './breakdown/breakdown.ts';
import { readServedPeople, type ServedPeopleArgs } from './decision/served-people.ts';
import { type ExcludedPeopleArgs, readExcludedPeople } from './exclusions/excluded-people.ts';
import { type BaselineArgs, readBaseline } from './metrics/baseline.ts';
import type { Kept } from './metrics/row-cache.ts';
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

export function createExperimentQueries(database: Database) {
  const kept: Kept = { rows: new Map(), matches: new Map() };
  const simulatedPlans = rememberingSimulatedPlans();
  const memory = { estimates: rememberingEstimate(), kept };
  return {
    results: (args: ResultsArgs) => readResults(database, args, memory),
    personExposure: (args: PersonExposureArgs) => readPersonExposure(database, args, memory),
    reached: (args: ReachedArgs) => readReached(database, args, memory),
    ...createSummaries(database, memory),
    ...createAaSimulations(database, memory),
    servedPeople: (args: ServedPeopleArgs) => readServedPeople(database, args),
    simulatedPlan: ({ input }: { input: z.output<typeof simulatedPlanInput> }) => simulatePlan(input, simulatedPlans),
    breakdown: (args: BreakdownArgs) => readBreakdown(database, args, memory),
    excludedPeople: (args: ExcludedPeopleArgs) => readExcludedPeople(database, args, kept),
    novelty: (args: NoveltyArgs) => readNovelty(database, args, memory),
    baseline: (args: BaselineArgs) => readBaseline(database, args, kept),
  };
}
