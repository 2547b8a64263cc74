export const words = {
  description: 'Events of one test, kept apart from all others and checked by expectations.',
  tabs: { label: 'Test runs and expectations', names: { all: 'Test runs', expectations: 'Expectations' } },
  search: 'Search names, labels and builds',
  count: ['test run', 'test runs'] as [string, string],
  columns: { expectations: 'Own expectations', status: 'Status' },
  menu: {
    send: 'Send events',
    edit: 'Edit details',
    live: 'Show in Live',
  },
  noMatch: {
    title: 'No matching test run',
    text: (search: string) => `No test run has “${search}” in its name, label or build.`,
    showAll: 'Show all test runs',
  },
  first: {
    title: 'No test runs yet',
    create: 'Start your first test run',
    about: [
      'A test run has the events of one test only, while other tests and people send to the same project. Name it in the host of your SDK, in a header or in a property.',
      'Then add expectations, such as exactly one “checkout” with plan pro. A failure shows the events that matched, or the nearest miss.',
    ],
  },
};
