import type { Conclusion, Experiment } from '#server/experiments/contract.ts';
import type { ExperimentStatus } from '#server/experiments/list-contract.ts';
import { splitWords } from '../flags/variants/variant-weights.ts';
import { flagWords } from '../flags/words.ts';

export const experimentStatusWords = {
  draft: 'Draft',
  running: 'Running',
  complete: 'Complete',
} satisfies Record<ExperimentStatus, string>;

/** How it ended; the order is that of the choice. */
export const conclusionWords = {
  won: 'A test variant won',
  lost: 'Worse than control',
  inconclusive: 'Inconclusive',
  stopped_early: 'Stopped early',
  invalid: 'Invalid',
} satisfies Record<Conclusion, string>;

/** Says what the flag of an ended experiment serves; null while it may still run. */
export function servesWords({
  status,
  serves,
  variants,
}: Pick<Experiment, 'status' | 'serves' | 'variants'>): string | null {
  if (status !== 'complete') return null;
  if (serves === false) return experimentWords.serves.nobody;
  return serves === null
    ? experimentWords.serves.split(splitWords(variants))
    : experimentWords.serves.all(String(serves));
}

/** What several rooms of the feature show. */
export const experimentWords = {
  experiments: 'Experiments',
  showAll: 'Show all experiments',
  create: 'New experiment',
  archived: 'Archived',
  deleted: 'Deleted',
  results: 'The results',
  hypothesis: 'Hypothesis',
  serves: {
    all: flagWords.serves,
    split: (split: string) => `Still serving: ${split}`,
    nobody: 'Flag is off',
  },
  /** Completes “Could not refresh …”. */
  refresh: {
    list: 'experiments',
    experiment: 'the experiment',
    results: 'the results',
    secondary: 'the secondary results',
    novelty: 'the effect by days since exposure',
    history: 'the history',
    missingCode: 'experiments without code',
    baseline: 'the baseline',
    plan: 'the plan',
    actions: 'the actions of the metric',
  },
};
