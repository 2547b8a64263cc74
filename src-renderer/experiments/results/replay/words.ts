import { shortWords } from '../verdict/verdict-words.ts';

export const words = {
  title: 'How often would this page be wrong here?',
  hint: 'A replay gives each person a random variant, so that no difference exists. It then judges each day by the rules of this page.',
  start: (reshuffles: string) => `Run up to ${reshuffles} reshuffles`,
  again: 'Run again',
  stop: 'Stop',
  progress: 'Reshuffles played',
  preparing: 'Reading events',
  done: (played: string, of: string) => `${played} of ${of}`,
  /** Completes “Could not …”. */
  what: 'replay the experiment',
  nothing: 'There is nothing to replay: it needs a primary metric, two variants with a weight, and exposed people.',
  table: 'False verdicts of the reshuffles, by metric',
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
