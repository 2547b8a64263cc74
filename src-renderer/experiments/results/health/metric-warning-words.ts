import type { MetricWarning, MetricWarningCode } from '#server/experiments/metrics/warning-contract.ts';

type Words = { word(subject: string): string; next(subject: string): string };

const chooseAnother = () => 'Choose another one in Setup.';

const warningWords: Record<MetricWarningCode, Words> = {
  unreadable: { word: () => 'Metric cannot be read', next: () => 'Choose the metric again in Setup.' },
  unknown_saved_metric: { word: () => 'Saved metric is missing', next: chooseAnother },
  unused_window: { word: () => 'Window is not used', next: () => 'Choose the window of the metric in Setup.' },
  unseen_event: {
    word: (event) => `No “${event}” event captured yet`,
    next: (event) => `Check that your app sends “${event}”, or choose another event in Setup.`,
  },
  unseen_property: {
    word: (property) => `No “${property}” property seen`,
    next: (property) => `Check that your app sends “${property}”, or choose another property in Setup.`,
  },
  no_number: {
    word: (property) => `“${property}” is not always a number`,
    next: (property) => `Send “${property}” as a number.`,
  },
  invalid_condition: { word: () => 'A condition cannot be used', next: () => 'Fix the condition in Setup.' },
  unknown_action: { word: () => 'Action is missing', next: chooseAnother },
  deleted_action: { word: () => 'Action is deleted', next: () => 'Restore it, or choose another one in Setup.' },
  action_matching: {
    word: () => 'Action is still being matched',
    next: () => 'Wait until all stored events are matched.',
  },
};

/** Describes what is wrong with a metric: a single warning by its reason, several by their number. */
export function metricWarningWords(warnings: readonly MetricWarning[]) {
  const [first] = warnings;
  if (first === undefined) return null;
  const steps = warnings.map(({ code, subject }) => warningWords[code].next(subject));
  return {
    word:
      warnings.length === 1 ? warningWords[first.code].word(first.subject) : `Metric has ${warnings.length} problems`,
    cause: warnings.map(({ detail }) => detail).join(' '),
    next: [...new Set(steps)].join(' '),
  };
}
