import { shortWords } from '#server/experiments/results/words/verdict-words-contract.ts';

export const words = {
  title: 'How often would this page be wrong here?',
  hint: 'An A/A simulation gives each person a random variant, so that no difference exists. It then judges each day by the rules of this page.',
  start: (count: string) => `Run up to ${count} re-randomizations`,
  again: 'Run again',
  stop: 'Stop',
  progress: 'Re-randomizations done',
  preparing: 'Reading events',
  done: (played: string, of: string) => `${played} of ${of}`,
  /** Completes “Could not …”. */
  what: 'run the A/A simulation',
  nothing: 'An A/A simulation needs a primary metric, two variants with a weight, and exposed people.',
  table: 'False verdicts of the re-randomizations, by metric',
  columns: {
    metric: 'Metric',
    either: 'Better or worse',
    better: shortWords.better,
    worse: shortWords.worse,
    leading: 'Ever leading',
    now: 'Leading now',
  },
  primary: 'Primary metric',
};
