import { Argument, Command, Option } from '@commander-js/extra-typings';
import { maxPage } from '#server/core/contract.ts';
import type { Assignment } from '#server/test-runs/contract.ts';
import { examples } from '../examples.ts';
import { Failure } from '../failure.ts';
import { serverCommand } from '../server.ts';
import { wholeNumberOf } from '../values.ts';
import { testRunEnv } from './option.ts';

export const testRunCommand = () =>
  new Command('test-run')
    .summary('start, end and list test runs')
    .description('A test run keeps the events, drops and rejections of one run of a test suite apart from all others.')
    .addCommand(start())
    .addCommand(end())
    .addCommand(list());

const start = () =>
  serverCommand(
    'start',
    'start a test run',
    'Starts a test run, and says how apps and tests name it. The first request that names a test run also starts it.',
  )
    .addArgument(new Argument('[name]', 'default: from the present time'))
    .option('--label <text>', 'shown beside the name')
    .option('--note <text>', 'anything else')
    .option('--build <version>', 'the version of the app under test')
    .option(
      '--assign <what>',
      'requests that belong to it without naming it: everything, distinct_id=<id> or sdk=<name>',
      readAssignment,
    )
    .addOption(new Option('--quiet', 'print the name only').conflicts('json'))
    .addHelpText(
      'after',
      examples([
        'test-run start checkout-124 --build 1.2.4',
        ['test-run start --assign distinct_id=ann', 'Everything that one person sends while you click through the app'],
        [`${testRunEnv}=$(npx benchtop test-run start --quiet)`, null],
      ]),
    )
    .action(async (name, options) => (await import('./test-run.ts')).startTestRun(name, options));

const end = () =>
  serverCommand('end', 'end a test run', 'Ends a test run. Later requests that name it are kept in it, with a warning.')
    .addArgument(new Argument('[name]', `default: ${testRunEnv}`))
    .addHelpText('after', examples(['test-run end checkout-124']))
    .action(async (name, options) => (await import('./test-run.ts')).endTestRun(name, options));

const list = () =>
  serverCommand('list', 'list test runs, newest first')
    .option('--search <text>', 'part of the name, label or build')
    .option('--limit <number>', 'the maximum number', wholeNumberOf('--limit', 0, maxPage), 20)
    .addHelpText('after', examples(['test-run list --search checkout']))
    .action(async (options) => (await import('./test-run.ts')).listTestRuns(options));

function readAssignment(text: string): Assignment {
  const [, kind, value] = /^(everything|distinct_id|sdk)(?:=(.+))?$/s.exec(text) ?? [];
  if (kind === 'everything' && value === undefined) return { everything: true };
  if (kind === 'distinct_id' && value !== undefined) return { distinct_id: value };
  if (kind === 'sdk' && value !== undefined) return { sdk: value };
  throw new Failure(`Invalid --assign "${text}": use everything, distinct_id=<id> or sdk=<name>.`);
}
