import { expectationCheckWords } from '../status/words.ts';

export const words = {
  description: 'Rules for the events of a test run, or for every event, with their current status.',
  search: 'Search names and events',
  table: 'Expectations',
  count: ['expectation', 'expectations'] as [string, string],
  columns: { of: 'Test run', changed: 'Changed' },
  noMatch: {
    title: 'No matching expectation',
    text: (search: string) => `No expectation has “${search}” in its name or event.`,
    showAll: 'Show all expectations',
  },
  first: {
    title: 'No expectations yet',
    create: 'Create your first expectation',
    about: [
      'An expectation says which events must arrive, how many, in which order and with which properties.',
      expectationCheckWords.empty.fromEvent,
    ],
  },
};
