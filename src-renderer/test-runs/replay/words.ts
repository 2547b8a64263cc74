import { testRunNameRule } from '#server/test-runs/contract.ts';
import { formatCount, formatDateTime } from '../../ui/format.ts';

const events = (count: number) => `${formatCount(count)} ${count === 1 ? 'event' : 'events'}`;

/** Words of recordings: how one is saved and sent again. */
export const words = {
  download: 'Download recording',
  filename: (testRun: string) => `${testRun}.ndjson`,
  open: 'Replay a recording…',
  title: 'Replay a recording',
  file: 'Recording',
  fileHint: 'A recording of Benchtop (.ndjson), or a HAR file of a browser.',
  chooseFile: 'Choose a file',
  contains: {
    recording: (count: number, testRun: string | null, recordedAt: string) =>
      `${events(count)} ${testRun === null ? 'of a filter' : `of the test run “${testRun}”`}, recorded ${formatDateTime(recordedAt)}.`,
    leftOut: (count: number) => `${formatCount(count)} more could not be recorded: duplicates and rejected requests.`,
    har: (count: number, first: string, last: string) =>
      `HAR file with ${formatCount(count)} ${count === 1 ? 'request' : 'requests'}, ${formatDateTime(first)} to ${formatDateTime(last)}. Capture requests are imported.`,
    nothing: 'HAR file without requests.',
  },
  testRun: 'Test run',
  testRunHint: 'A new name starts a test run. Without one, events stay in the test run that they name, or in none.',
  testRunError: `A name has ${testRunNameRule}.`,
  times: 'Times',
  timesNames: { original: 'As recorded', now: 'Moved to now' },
  timesHints: {
    original: 'Events keep the times at which they happened.',
    now: 'All times move by the same span; the last is now.',
  },
  anyKey: 'Accept any project key',
  anyKeyHint: 'For a recording of another server. Otherwise an unknown key is a rejection.',
  replay: 'Replay',
  stop: 'Stop',
  done: 'Done',
  openRun: (name: string) => `Open test run “${name}”`,
  sent: (count: number) => `${events(count)} sent.`,
  progress: (sent: number, all: number) => `${formatCount(sent)} of ${events(all)} sent.`,
  stopped: (sent: number, all: number) =>
    `Stopped: ${formatCount(sent)} of ${events(all)} sent. Replay continues with the rest.`,
  failed: 'replay the recording',
  noKey: 'All keys of the project are revoked. Issue one in Settings › Project keys.',
  notRead: {
    line: (line: number, message: string) => `Line ${line}: ${message}`,
    json: (message: string) => `This HAR file is not whole JSON: ${message}`,
  },
};
