import { Argument, Option } from '@commander-js/extra-typings';
import { harKeys } from '#server/recording/har-contract.ts';
import { replayOptions } from '#server/recording/replay-contract.ts';
import { examples } from '../examples.ts';
import { serverCommand } from '../server.ts';
import { filterOption } from '../tail/filter.ts';
import { testRunOption } from '../test-run/option.ts';

const aboutRecord = `Writes the events of a test run, or of a filter, as a recording: one JSON object a line, first a manifest, last the number of events.

A recording has the accepted events, and the dropped ones that would be dropped again.`;

export const recordCommand = () =>
  serverCommand('record', 'write events to a file, to replay them', aboutRecord)
    .option('-o, --out <file>', 'the file; - is standard output (default: -)')
    .addOption(testRunOption('only this test run'))
    .addOption(filterOption())
    .addHelpText(
      'after',
      examples([
        'record --test-run checkout-124 --out checkout.ndjson',
        [
          "record --filter 'event:checkout since:1h' > checkouts.ndjson",
          'A selection, with a filter line as in the window',
        ],
      ]),
    )
    .action(async (options) => (await import('./record.ts')).record(options));

const aboutReplay = `Sends the events of a recording to the project, each with a new uuid, in the order in which they arrived.

An interrupted replay can be repeated: events that it has stored are duplicates, and only the rest is stored.

A HAR file of a browser is recognized by its content: its capture requests go through capture as if the SDK had sent them.

With --compare it then compares the test run of the recording with the one of the replay, and exits with 1 if they differ.`;

export const replayCommand = () =>
  serverCommand('replay', 'send the events of a recording again', aboutReplay)
    .addArgument(new Argument('<file>', 'the recording, or a HAR file; - for standard input'))
    .addOption(testRunOption('the test run of the sent events'))
    .addOption(
      new Option('--pace <pace>', 'as far apart as they arrived, or one after the other')
        .choices(replayOptions.shape.pace.options)
        .default('fast' as const),
    )
    .addOption(
      new Option('--times <times>', 'keep the timestamps, or move all by the same time to now')
        .choices(replayOptions.shape.times.options)
        .default('original' as const),
    )
    .addOption(
      new Option(
        '--keys <keys>',
        'HAR: reject keys that the server does not know, or take any (default: as_sent)',
      ).choices(harKeys.options),
    )
    .option('--again', 'store events again that an earlier replay of the file has stored')
    .option('--compare', 'compare with the test run of the recording')
    .addHelpText(
      'after',
      examples([
        'replay checkout.ndjson --test-run checkout-125',
        ['replay checkout.ndjson --test-run again --compare', 'Exits with 1 if anything but ids and times differs'],
        [
          'replay shop.har --test-run recorded --keys project',
          "A browser's recording, also of a site with another key",
        ],
        ['replay checkout.ndjson --pace original --times now', 'As if it happened now'],
      ]),
    )
    .action(async (file, options) => (await import('./replay.ts')).replay(file, options));
