import { countWords } from '#server/core/text/numbers-contract.ts';
import { savedMetricWords } from '../saved-metrics/words.ts';
import { experimentStatusWords, experimentWords } from '../words.ts';

const experimentCount = (count: number) => countWords(count, 'experiment');

export const words = {
  description: 'Compare variants on the metric that decides.',
  tabs: {
    label: 'Experiment lists',
    names: { all: 'All experiments', missing: 'Without code', metrics: savedMetricWords.title },
  },
  filters: {
    search: 'Search names, hypotheses and keys',
    status: { label: 'Status', any: 'Any status', options: experimentStatusWords },
    archive: {
      label: 'Archive filter',
      any: 'Not archived',
      options: { archived: experimentWords.archived, deleted: experimentWords.deleted },
    },
  },
  archivedTable: 'Archived experiments',
  deletedTable: 'Deleted experiments',
  tagged: (tag: string) => `Experiments tagged ${tag}`,
  usedIn: 'Used in:',
  usedInCaution: '. Changing this action changes their results.',
  deleted: {
    restored: (name: string) => `“${name}” is restored`,
    restoreOf: (name: string) => `restore “${name}”`,
  },
  bulk: {
    archive: 'Archive',
    unarchive: 'Unarchive',
    delete: 'Delete…',
    restore: 'Restore',
    archived: (count: number) => `${experimentCount(count)} archived`,
    unarchived: (count: number) => `${experimentCount(count)} unarchived`,
    deleted: (count: number) => `${experimentCount(count)} deleted`,
    restored: (count: number) => `${experimentCount(count)} restored`,
    tagged: (count: number) => `Tags of ${experimentCount(count)} changed`,
    deleteTitle: (count: number) => `Delete ${experimentCount(count)}?`,
    deleteVerb: 'Delete',
    deleteEffect: 'A flag that was created with its experiment is deleted too, so apps get “off” for it.',
    running: (names: string[]) => `Running: ${names.join(', ')}.`,
  },
  count: ['experiment', 'experiments'] as [string, string],
  columns: {
    name: 'Name',
    flag: 'Flag',
    status: 'Status',
    run: 'Run',
    exposed: 'Exposed',
    verdict: 'Verdict',
    deleted: 'Deleted',
  },
  primaryMetric: (metric: string) => `Primary metric: ${metric}`,
  flagDeleted: 'This flag is deleted',
  resultsFailed: 'The results could not be loaded',
  noMatch: {
    title: 'No matching experiment',
    filters: 'No experiment matches these filters.',
    search: (search: string) => `No name, hypothesis or flag key contains “${search}” with these filters.`,
  },
  noDeleted: {
    title: 'No deleted experiments',
    text: 'Deleted experiments are kept here. You can restore them with their flag.',
  },
  noArchived: {
    title: 'No archived experiments',
    text: 'Archived experiments keep their results and history.',
  },
  first: {
    title: 'No experiments yet',
    create: 'Create your first experiment',
    about:
      'An experiment shows each variant to a random share of people and compares what they do. It tells you whether a variant changed the metric, how certain that is, and when data is insufficient.',
    flag: 'Your app requests the experiment’s flag and shows each person their variant.',
  },
  allArchived: {
    title: 'All experiments are archived',
    create: 'Create experiment',
    show: 'Show archived experiments',
  },
  onFlags: {
    experiment: (name: string) => `Experiment: ${name}`,
    offTitle: (key: string) => `Turn off ${key}?`,
    offVerb: 'Turn off',
    offRun: (name: string) =>
      `The experiment “${name}” runs on this flag. While it is off, nobody gets a variant, except by an override.`,
    offResults: 'The experiment keeps running, and its results record the change. To end it, stop the experiment.',
  },
  onFlagPage: {
    others: 'Also used in:',
    is: (status: string) => `${status} experiment:`,
    caution: '. Changing this flag can make earlier and later results incomparable.',
  },
};
