import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { baseline, type baselineInput, type PlanInput, plan } from '#server/experiments/planning/plan-contract.ts';
import {
  type SimulatedPlanInput,
  simulatedPlan,
} from '#server/experiments/planning/simulated/simulated-plan-contract.ts';
import { questionQuery } from '../../api/question-query.ts';
import { experimentsPath, IDLE_REFRESH_MS } from '../queries.ts';
import { experimentWords } from '../words.ts';

export type BaselineQuestion = z.input<typeof baselineInput>;

/** Returns a key apart from the experiments': saving an experiment does not change a plan. */
const planningKey = (projectId: number, path: string, question: unknown) => ['planning', projectId, path, question];

/**
 * Measures a metric over the last days, for all people. Disabled while `question` is null; keeps the previous answer until the
 * next. Debounce a typed question.
 */
export function baselineQuery(projectId: number, question: BaselineQuestion | null) {
  return questionQuery(
    planningKey(projectId, 'baseline', question),
    `${experimentsPath(projectId)}baseline/`,
    baseline,
    {
      question,
      what: experimentWords.refresh.baseline,
      refreshEvery: IDLE_REFRESH_MS,
    },
  );
}

const planOf = <Plan>(projectId: number, path: string, question: unknown, schema: z.ZodType<Plan>) =>
  questionQuery(planningKey(projectId, path, question), `${experimentsPath(projectId)}${path}/`, schema, {
    question,
    what: experimentWords.refresh.plan,
  });

/** Plans how many people and days an experiment needs; `question` as in `baselineQuery`. */
export const planQuery = (projectId: number, question: PlanInput | null) => ({
  ...planOf(projectId, 'plan', question, plan),
  // The same question always has the same answer.
  staleTime: Number.POSITIVE_INFINITY,
});

const SIMULATED_MS = 30;

/** Simulates a plan; each answer has the runs so far, and it is asked again until all are there. */
export function simulatedPlanQuery(projectId: number, question: SimulatedPlanInput) {
  return queryOptions({
    ...planOf(projectId, 'simulated_plan', question, simulatedPlan),
    staleTime: ({ state }) => (state.data !== undefined && state.data.runs >= state.data.of ? Infinity : 0),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.runs < state.data.of ? SIMULATED_MS : false,
  });
}
