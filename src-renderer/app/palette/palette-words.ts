import { windowCommands } from '#main/commands.ts';

/** Words of the command palette. */
export const paletteWords = {
  on: 'On',
  off: 'Off',
  archived: 'Archived',
  hint: 'Search pages, experiments, flags, actions, test runs, persons, projects and commands',
  commands: 'Commands',
  nothingFound: 'Nothing found',
  title: windowCommands.palette.label,
  copyLink: windowCommands['copy-link'].label,
  noLink: 'This page has no link of its own. Events, experiments, flags and persons have one.',
  /** Pages without a menu entry. */
  pages: {
    'missing-code': { label: 'Experiments without code', keywords: 'missing snippet implementation' },
    'saved-metrics': { label: 'Saved metrics', keywords: 'reusable shared guardrail metric definition' },
    unknownKeys: { label: 'Unknown keys', keywords: 'flags missing asked undefined' },
    compare: { label: 'Compare test runs or builds', keywords: 'diff difference regression' },
    expectations: { label: 'Expectations', keywords: 'assertions checks qa' },
    violations: { label: 'Tracking plan violations', keywords: 'schema missing type changed renamed' },
  },
  switchProject: 'Switch to this project',
  light: 'Use light theme',
  dark: 'Use dark theme',
  system: 'Use system theme',
  copyKey: 'Copy project key',
  copyAddress: 'Copy server address',
  copied: (value: string) => `Copied ${value}`,
};
