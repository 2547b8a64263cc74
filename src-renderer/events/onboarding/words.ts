import { issueKeyAdvice } from '#server/projects/contract.ts';
import { formatCount } from '../../ui/format.ts';
import { unassignedWords } from '../reason-words.ts';
import { liveWords } from '../tail/words.ts';

/** What to do about the bot filter of posthog-js. */
export const allowBots = 'Add opt_out_useragent_filter: true to the options of posthog.init.';

/** Words of the first steps. */
export const words = {
  getStarted: 'Get started',
  getStartedHint: 'Send a test event, load sample data, or connect your app.',
  glossary: 'Glossary of statistical terms',
  firstSteps: 'First steps',
  title: 'See every event your app sends',
  lead: 'Each event appears here within a second. Dropped and rejected ones say why.',
  waiting: 'Waiting for your first event …',
  unassigned: (count: number) =>
    count === 1
      ? `One request ${unassignedWords} was rejected. Its row says why.`
      : `${formatCount(count)} requests ${unassignedWords} were rejected. Their rows say why.`,
  showUnassigned: (count: number) => (count === 1 ? 'Show the request' : 'Show the requests'),
  connect: {
    title: 'Connect your app',
    about: 'Copy the snippet for your SDK. Address and key are those of this server and project.',
  },
  testEvent: {
    title: 'Send a test event',
    about: 'One event through the real capture endpoint, with this project’s key.',
    failed: 'send the test event',
  },
  sample: {
    project: 'Sample data',
    title: 'Look around with sample data',
    about:
      'A small shop with events, flags, actions, and an experiment in each state, in a project of its own. One click removes it, and your own project does not change.',
    load: 'Load sample data',
    loadFailed: 'load the sample data',
    open: 'Open sample data',
    bar: 'This project is sample data: a small shop with flags, actions, and an experiment in each state.',
    incomplete: 'This project is sample data that is not completely loaded.',
    remove: 'Remove sample data',
    removeFailed: 'remove the sample data',
  },
  snippets: {
    label: 'SDK',
    install: 'install command',
    code: (sdk: string) => `${sdk} snippet`,
    issueKey: issueKeyAdvice,
    botFilter: `In tests: posthog-js sends nothing from automated browsers (Playwright, Cypress, Selenium). ${allowBots}`,
  },
  dialog: {
    title: liveWords.toolbar.connect,
    address: 'Address',
    key: 'Project key',
  },
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
};
