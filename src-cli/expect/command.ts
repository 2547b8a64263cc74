import { Option } from '@commander-js/extra-typings';
import { examples } from '../examples.ts';
import { serverCommand } from '../server.ts';
import { testRunOption } from '../test-run/option.ts';
import { durationOf } from '../values.ts';

const about = `Checks which events a test run has, by the rules of files, or without --file by the expectations that the server keeps. It answers as soon as all rules are decided, else when the time is up.

Exits with 0 if all rules hold, with 1 if one does not, and with 2 if it could not run, such as for a mistake in a file.`;

const file = `
A file of rules:
  timeout: 10s                   # unless --timeout says otherwise
  expect:
    - name: One order of the pro plan
      event: checkout
      properties:
        plan: pro                # exactly this
        currency: [EUR, USD]     # any of these
        total: { operator: gte, value: 10 }
      count: { exactly: 1 }      # or at_least (default: 1), at_most, never: true
      after: login               # by the same person
      within: 30s                # of the start of the test run
    - event: $exception
      count: { never: true }`;

export const expectCommand = () =>
  serverCommand('expect', 'check the events of a test run', about)
    .addOption(new Option('--file <rules.yaml>', 'rules, in YAML or JSON; - is stdin; repeatable').argParser(addFile))
    .addOption(testRunOption('the test run to check'))
    .option('--timeout <duration>', 'how long events may still arrive (default: 0s)', durationOf('--timeout'))
    .option('--junit <file>', 'write the results as JUnit XML too')
    .addHelpText('after', file)
    .addHelpText(
      'after',
      examples([
        'expect --file rules.yaml --test-run checkout-124 --timeout 10s --junit out.xml',
        'expect --file rules.yaml --test-run checkout-124 --json',
      ]),
    )
    .action(async (options) => (await import('./expect.ts')).expect(options));

const addFile = (file: string, before: string[] = []) => [...before, file];
