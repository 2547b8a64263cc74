import { countWords } from '#server/core/text/numbers-contract.ts';
import { readAllPages, recordingPage } from '#server/recording/contract.ts';
import { recordingParts } from '#server/recording/file-contract.ts';
import { formatCount } from '../../src-renderer/ui/format.ts';
import { writeParts } from '../files.ts';
import { printJson, write } from '../output/print.ts';
import { onServer, type ServerOptions } from '../server.ts';
import { queryOfFilter } from '../tail/filter.ts';

type Options = ServerOptions & { out?: string; filter?: string[]; testRun?: string };

/** Writes a recording to a file, or prints it. Throws Failure. */
export async function record(options: Options): Promise<void> {
  const query = queryOfFilter(options);
  const recorded_at = new Date().toISOString();
  const { events, leftOut } = await onServer(options, ({ ask, path }) =>
    readAllPages((after) => ask('GET', `${path}recording/?${new URLSearchParams({ ...query, after })}`, recordingPage)),
  );
  const manifest = { benchtop_recording: 1 as const, recorded_at, test_run: options.testRun ?? null, filter: query };
  const parts = recordingParts({ manifest, events, leftOut });
  if (options.out === undefined || options.out === '-') {
    for (const part of parts) write(part);
    return;
  }
  writeParts(options.out, parts, 'The recording');
  if (options.json) return printJson({ file: options.out, events: events.length, left_out: leftOut });
  const rest = leftOut === 0 ? '' : `, ${formatCount(leftOut)} left out that cannot be replayed`;
  process.stderr.write(`${countWords(events.length, 'event')} written to ${options.out}${rest}.\n`);
}
