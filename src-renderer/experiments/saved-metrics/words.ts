import { countWords } from '#server/core/text/numbers-contract.ts';
import type { SavedMetric } from '#server/experiments/saved-metrics/saved-metric-contract.ts';

const experiments = (count: number) => countWords(count, 'experiment');

const unlink = 'Make it this experiment’s own';

export const savedMetricWords = {
  title: 'Saved metrics',
  description: 'Metrics that several experiments use. A change applies to every experiment that is not complete.',
  /** Completes "Could not refresh …". */
  list: 'the saved metrics',
  empty: {
    title: 'No saved metrics yet',
    text: 'Save a metric in the setup of an experiment with “Save for reuse”, and choose it in others.',
  },
  columns: { name: 'Name', definition: 'Definition', used: 'Used in', changed: 'Changed' },
  nameOf: (name: string) => `Name of ${name}`,
  notUsed: 'not used',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  editTitle: (name: string) => `Edit “${name}”`,
  of: 'the saved metric',
  save: 'Save the metric',
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: 'No experiment uses it, not counting deleted ones. This cannot be undone.',
  deleteVerb: 'Delete the metric',
  inUse: (name: string, count: number) =>
    `${countWords(count, 'experiment uses', 'experiments use')} “${name}”. Choose “${unlink}” there first.`,
  this: 'This metric',
  replaces: 'Saving replaces the newer definition as a whole.',
  /** What a change of the definition does to the experiments that use it. */
  effect: (uses: SavedMetric['experiments']): string => {
    const of = (status: SavedMetric['experiments'][number]['status']) =>
      uses.filter((use) => use.status === status).length;
    const [running, drafts, ended] = [of('running'), of('draft'), of('complete')];
    const parts = [
      running > 0 && `A change recounts ${countWords(running, 'running experiment')}, with a note in the history.`,
      drafts > 0 && `${countWords(drafts, 'draft uses', 'drafts use')} this definition.`,
      ended > 0 && `${countWords(ended, 'ended experiment keeps', 'ended experiments keep')} the old definition.`,
    ];
    return uses.length === 0 ? 'No experiment uses it yet.' : parts.filter(Boolean).join(' ');
  },

  card: {
    menu: (of: string) => `Reuse of ${of}`,
    reuse: 'Reuse',
    save: 'Save for reuse…',
    choose: 'Use a saved metric',
    unlink,
    manage: 'Show saved metrics',
    saveTitle: 'Save the metric for reuse',
    saveText: 'Other experiments can then use it. A later change applies to all that are not complete.',
    saveVerb: 'Save for reuse',
    name: 'Name of the saved metric',
    loading: 'Loading the saved metric …',
    linked: (name: string, count: number) =>
      count > 1 ? `Saved metric “${name}”, used in ${experiments(count)}.` : `Saved metric “${name}”.`,
    gone: 'This saved metric no longer exists, so it counts nothing. Choose another, or make it this experiment’s own.',
  },
};
