import { testRunWords } from '../words.ts';

/** Words of the form that starts a test run, and of the one that describes it. */
export const words = {
  create: {
    title: testRunWords.start,
    verb: testRunWords.start,
    unsaved: 'The new test run is',
    done: ({ name }: { name: string }) => testRunWords.done.started(name),
  },
  nameHint: 'Letters, digits, “-”, “_” and “.”. Requests name the test run by it, so it cannot change.',
  buildHint: 'The version of the app under test.',
  examples: {
    name: 'Such as checkout-124',
    label: 'Such as Checkout with a saved card',
    build: 'Such as 1.24.0',
    note: 'What is tested, and what you noticed',
  },
  taken: {
    title: 'Events that belong to it',
    names: {
      nothing: 'That name it',
      everything: 'All from now on',
      person: 'Of one person',
      sdk: 'Of one SDK',
    },
    hints: {
      nothing: 'Only requests that name the test run. The next page shows how to name it.',
      everything:
        'What arrives until you end the test run, unless it names another one, or another takes its person or SDK.',
      person: 'What this person sends until you end the test run, by any of their ids, unless it names another one.',
      sdk: 'What this SDK sends until you end the test run, unless it names another one, or another takes its person.',
    },
    distinctId: 'Distinct id of the person',
    sdk: 'SDK',
    sdkExample: 'Such as posthog-node',
    knownSdks: ['posthog-js', 'posthog-node', 'posthog-python'],
  },
  errors: {
    name: (rule: string) => `A name has ${rule}.`,
    distinctId: 'Enter the distinct id of the person.',
    sdk: 'Enter the name of the SDK, such as posthog-node.',
  },
  aside: {
    label: 'About test runs',
    text: [
      'A test run keeps the events of one test apart from all others. Several can be open at once.',
      'Expectations check it: which events must arrive, how many, and with which properties.',
      'The first request that uses a new name also starts a test run, so tests in CI need no setup.',
    ],
  },
};
