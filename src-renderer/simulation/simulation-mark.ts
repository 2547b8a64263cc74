import { z } from 'zod';
import type { Experiment } from '#server/experiments/contract.ts';
import type { Project } from '#server/projects/contract.ts';

/**
 * What an experiment made for simulated users says of them, in `parameters.simulation`: the truth that its results can be held
 * against. `project` is the uuid of the project that was made for it; in any other project the experiment is a copy, and
 * nothing there is simulated. `source` is what it was copied from, null for the example.
 */
export const simulationMark = z.object({
  project: z.uuid(),
  seed: z.int(),
  users: z.int(),
  days: z.number(),
  baseline: z.number(),
  effects: z.record(z.string(), z.number()),
  source: z.object({ project: z.int(), experiment: z.int() }).nullable(),
});
export type SimulationMark = z.infer<typeof simulationMark>;

/** The mark, where the experiment stands in the project that was made for it; else null. */
export function simulationOf({ parameters }: Experiment, project: Project): SimulationMark | null {
  const mark = simulationMark.safeParse(parameters.simulation);
  return mark.success && mark.data.project === project.uuid ? mark.data : null;
}
