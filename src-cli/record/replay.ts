import { setTimeout as pause } from 'node:timers/promises';
import { InvalidRecordingError, type Recording, readRecordingLines } from '#server/recording/file-contract.ts';
import { isHarText } from '#server/recording/har-contract.ts';
import { type Replayed, replayed, replayShift, replaySteps, sumReplayed } from '#server/recording/replay-contract.ts';
import { replaySentences } from '../../src-renderer/test-runs/replay/outcome-words.ts';
import { compareRuns } from '../diff/diff.ts';
import { Failure } from '../failure.ts';
import { joinLines, readLines } from '../files.ts';
import { print, printJson } from '../output/print.ts';
import { onServer, type Server } from '../server.ts';
import { type HarOptions, replayHar, replayQueryOf, sayAgain } from './replay-har.ts';

type Options = HarOptions & { compare?: true };

/** Sends the events of a recording, or imports a HAR. With `compare` sets the exit code. Throws Failure. */
export async function replay(file: string, options: Options): Promise<void> {
  const lines = readLines(file);
  // A HAR says in its first lines what it is.
  if (isHarText(lines.slice(0, 100).join('\n'))) {
    if (options.compare)
      throw new Failure('--compare needs a recording of Benchtop; a HAR has no test run.', compareFix);
    return replayHar(file, joinLines(file, lines), options);
  }
  if (options.keys !== undefined) throw new Failure('--keys is for HAR files; a recording has no keys.');
  const { manifest, events } = readRecording(file, lines);
  const runs = options.compare ? runsToCompare(manifest.test_run, options.testRun) : null;
  await onServer(options, async (server) => {
    const done = await sendAll(server, events, options);
    if (options.json && runs === null) printJson({ events: events.length, ...done, test_run: options.testRun ?? null });
    if (!options.json) {
      for (const sentence of replaySentences(done)) print(sentence);
      sayAgain(done.duplicates, options);
    }
    if (runs !== null) await compareRuns(server, runs, options);
  });
}

const compareFix = { fix: 'Use "benchtop diff" with the test run that was recorded.' };

function readRecording(file: string, lines: readonly string[]): Recording {
  try {
    return readRecordingLines(lines);
  } catch (error) {
    if (!(error instanceof InvalidRecordingError)) throw error;
    throw new Failure(`${file}, line ${error.line}: ${error.message}`, { cause: error });
  }
}

function runsToCompare(old: string | null, now: string | undefined) {
  if (old === null) throw new Failure('--compare needs a recording of a test run; this one is of a filter.');
  if (now === undefined) throw new Failure('--compare needs the --test-run of the replay.');
  if (old === now)
    throw new Failure(`The recording is of the test run ${old}. Replay it in another, to compare the two.`);
  return { old_test_run: old, new_test_run: now };
}

/** Sends each request after the answer to the one before it, and not before its time. */
async function sendAll(server: Server, events: Recording['events'], options: Options): Promise<Replayed> {
  const now = Date.now();
  const query = replayQueryOf(options, { now, shift: replayShift(events, options, now) });
  const done: Replayed[] = [];
  for (const step of replaySteps(events, options)) {
    await pause(Math.max(0, now + step.waitMs - Date.now()));
    done.push(await server.ask('POST', `${server.path}recording/replay/?${query}`, replayed, { events: step.events }));
  }
  return sumReplayed(done);
}
