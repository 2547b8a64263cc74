export const words = {
  description: 'Compare variants on the metric that decides.',
  tabs: { label: 'Experiment lists', all: 'All experiments', missing: 'Missing code' },
  filters: {
    status: 'Status',
    anyStatus: 'Any status',
    archive: 'Archive filter',
    current: 'Not archived',
    search: 'Search names and flag keys',
  },
  archivedTable: 'Archived experiments',
  count: ['experiment', 'experiments'] as [string, string],
  columns: {
    name: 'Name',
    flag: 'Flag',
    status: 'Status',
    run: 'Run',
    exposed: 'Exposed',
    verdict: 'Verdict',
    actions: 'Actions',
  },
  primaryMetric: (metric: string) => `Primary metric: ${metric}`,
  flagDeleted: 'This flag is deleted',
  resultsFailed: 'The results could not be loaded',
  noMatch: {
    title: 'No matching experiment',
    text: (kind: string, search: string | undefined) =>
      `There is no ${kind} experiment${search === undefined ? '.' : ` with “${search}” in its name, hypothesis or flag key.`}`,
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
      `The experiment “${name}” runs on this flag. While it is off, nobody gets a variant and nobody is exposed.`,
    offResults: 'The experiment keeps running, and its results record the change. To end it, stop the experiment.',
  },
  onFlagPage: {
    is: (status: string) => `${status} experiment:`,
    caution: '. Changing this flag can make earlier and later results incomparable.',
  },
};
