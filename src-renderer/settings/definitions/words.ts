export const words = {
  title: 'Definitions from another server',
  description:
    'Projects, flags, actions, experiments and tracking plans are edited at the source, and are here a few seconds later. Events and counts are of this server alone.',
  states: {
    current: { label: 'Current', tone: 'ok', sentence: 'The source answered the last request.' },
    stale: {
      label: 'Stale',
      tone: 'warning',
      sentence: 'The source cannot be read. The definitions taken last are used.',
    },
  },
  source: 'Source',
  changed: 'Last change',
  checked: 'Last answer',
  kept: 'Only here',
  keptProjects: (count: number) =>
    count === 1 ? '1 project that the source has deleted' : `${count} projects that the source has deleted`,
  error: 'Last error',
} as const;
