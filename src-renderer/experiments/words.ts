import type { Conclusion, ExperimentStatus } from '#server/experiments/contract.ts';

export const statusWords = {
  draft: 'Draft',
  running: 'Running',
  complete: 'Complete',
} satisfies Record<ExperimentStatus, string>;

/** How it ended; the order is that of the choice. */
export const conclusionWords = {
  won: 'A test variant won',
  lost: 'Control won',
  inconclusive: 'Inconclusive',
  stopped_early: 'Stopped early',
  invalid: 'Invalid',
} satisfies Record<Conclusion, string>;

/** What several rooms of the feature show. */
export const words = {
  experiments: 'Experiments',
  showAll: 'Show all experiments',
  create: 'New experiment',
  archived: 'Archived',
  results: 'The results',
  hypothesis: 'Hypothesis',
  /** Completes “Could not refresh …”. */
  refresh: {
    list: 'experiments',
    experiment: 'the experiment',
    results: 'the results',
    secondary: 'the secondary results',
    history: 'the history',
    missingCode: 'experiments without code',
    baseline: 'the baseline',
    plan: 'the plan',
    actions: 'the actions of the metric',
  },
};
