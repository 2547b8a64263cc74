import { maxPage } from '#server/core/contract.ts';
import { examples } from '../examples.ts';
import { serverCommand } from '../server.ts';
import { testRunOption } from '../test-run/option.ts';
import { wholeNumberOf } from '../values.ts';
import { filterOption } from './filter.ts';

const about = `Prints what arrived: events, drops with their reason, and rejected requests. With --follow it goes on with new ones.

A filter is a line as in the window: event:checkout, distinct_id:ann, person:ann, status:dropped, reason:, warning:any, test_run:checkout-124, since:15m, plan=pro, total>=10, has:plan, -event:login, "any text".`;

export const tailCommand = () =>
  serverCommand('tail', 'print the newest events', about)
    .option('-f, --follow', 'go on with new events')
    .option(
      '-n, --lines <number>',
      `begin with this many of the newest, at most ${maxPage}`,
      wholeNumberOf('--lines', 0, maxPage),
      10,
    )
    .addOption(filterOption())
    .addOption(testRunOption('only this test run'))
    .addHelpText(
      'after',
      examples([
        'tail --follow',
        ["tail -f --filter 'status:dropped'", 'What was not stored, and why'],
        ["tail --filter 'event:checkout plan=pro' --test-run checkout-124", 'The pro orders of a test run'],
        ['tail -n 100 --json | jq -r \'select(.event == "checkout") | .properties.total\'', 'One JSON object a line'],
      ]),
    )
    .action(async (options) => (await import('./tail.ts')).tail(options));
