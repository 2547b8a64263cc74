import type { Conclusion, ExperimentStatus } from '#server/experiments/contract.ts';

export const statusWords: Record<ExperimentStatus, string> = {
  draft: 'Draft',
  running: 'Running',
  complete: 'Complete',
};

/** How it ended, in words; the order is that of the choice. */
export const conclusionWords: Record<Conclusion, string> = {
  won: 'A test variant won',
  lost: 'Control won',
  inconclusive: 'Inconclusive',
  stopped_early: 'Stopped early',
  invalid: 'Invalid',
};
