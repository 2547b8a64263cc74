import { formatCount } from '../../ui/format.ts';

/** Words of the first steps. */
export const words = {
  getStarted: 'Get started',
  getStartedHint: 'Send a test event, load sample data, or connect your app.',
  glossary: 'Glossary of statistical terms',
  unassigned: (count: number) =>
    count === 1
      ? 'One request was rejected: its key is of no project here. Compare the key in your app with the one below.'
      : `${formatCount(count)} requests were rejected: their key is of no project here. Compare the key in your app with the one below.`,
  botFilter:
    'In tests: posthog-js sends nothing from automated browsers (Playwright, Cypress, Selenium). Add opt_out_useragent_filter: true to the options of posthog.init.',
  testRun: {
    ways: 'Name the test run in requests',
    snippets: 'Name it in an SDK',
    names: {
      path: 'Host of the SDK',
      header: 'Header',
      property: 'Property of an event, not stored',
      query: 'Query',
    },
  },
  showUnassigned: (count: number) => (count === 1 ? 'Show the request' : 'Show the requests'),
};
