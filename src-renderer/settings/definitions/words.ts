import { countWords } from '#server/core/text/numbers-contract.ts';
export const words = {
  title: 'Definitions from another server',
  description:
    'Projects, flags, actions, experiments and tracking plans are edited at the source and copied here within seconds. Events and counts belong to this server alone.',
  states: {
    current: { label: 'Current', tone: 'ok', sentence: 'The source answered the last request.' },
    stale: {
      label: 'Stale',
      tone: 'warning',
      sentence: 'The source cannot be read. The last copied definitions are used.',
    },
  },
  source: 'Source',
  changed: 'Last change',
  checked: 'Last answer',
  kept: 'Only here',
  keptProjects: (count: number) => `${countWords(count, 'project')} that the source has deleted`,
  error: 'Last error',
} as const;
