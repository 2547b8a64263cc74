import { z } from 'zod';
import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import type { Project } from '#server/projects/contract.ts';

const metricTruth = z.object({
  baseline: z.number(),
  effects: z.record(z.string(), z.number()),
  dispersion: z.number().optional(),
  tail: z.enum(['light', 'heavy']).optional(),
});

/**
 * The true effects of an experiment on simulated users, in `parameters.simulation`: of the primary metric, and of the `secondary`
 * ones that were simulated, in their order. `project` is the uuid of the project that was created for it; in any other project the
 * experiment is a copy, and nothing is simulated. `source` is the experiment that it was copied from, null for the example.
 */
export const simulationMark = z.object({
  ...metricTruth.shape,
  project: z.uuid(),
  seed: z.int(),
  users: z.int(),
  days: z.number(),
  secondary: z.array(metricTruth.nullable()).optional(),
  source: z.object({ project: z.int(), experiment: z.int() }).nullable(),
});
export type SimulationMark = z.infer<typeof simulationMark>;

/** Returns the mark, where the experiment is in the project that was created for it; else null. */
export function simulationOf({ parameters }: Experiment, project: Project): SimulationMark | null {
  const mark = simulationMark.safeParse(parameters.simulation);
  return mark.success && mark.data.project === project.uuid ? mark.data : null;
}

type Metric = MetricResult | SecondaryResult;

/** Returns the true lift of a variant in a metric; null for control, and where nothing is known, as of all real people. */
export function trueLiftOf(mark: SimulationMark | null, metric: Metric, variant: string): number | null {
  const truth = 'index' in metric ? (mark?.secondary?.[metric.index] ?? null) : mark;
  return truth === null || variant === controlKey ? null : (truth.effects[variant] ?? 0) / 100;
}
