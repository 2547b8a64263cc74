import type { DefinitionsErrorKind } from '#server/projects/definitions/definitions-contract.ts';

const checkAddress = 'Check the address in --definitions-url, and that a Benchtop runs there.';

/** What to do after an error. */
export const advice = {
  unreachable: checkAddress,
  timeout: checkAddress,
  redirected: 'Correct --definitions-url.',
  not_authorized: 'Correct BENCHTOP_DEFINITIONS_KEY: it must be a personal API key of that server for all projects.',
  refused: 'The log of that server says more.',
  not_benchtop: checkAddress,
  malformed: 'Check what stands between the two servers, such as a proxy.',
  too_large: 'Delete projects there that are not used any more.',
  other_format: 'Both servers should run the same version.',
  other_source: 'Correct --definitions-url.',
  conflict: 'Start with an empty data folder.',
  not_stored: 'The log of this server says more.',
} satisfies Record<DefinitionsErrorKind, string>;

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
