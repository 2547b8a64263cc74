import type { SimulationMark } from '../../../simulation/simulation-mark.ts';

/** Of users with a true effect of +20% on the primary metric; the secondary one was not simulated. */
export const simulationMark: SimulationMark = {
  project: '00000000-0000-4000-8000-000000000001',
  seed: 7,
  users: 2000,
  days: 14,
  baseline: 20,
  effects: { test: 20 },
  secondary: [null],
  source: null,
};
