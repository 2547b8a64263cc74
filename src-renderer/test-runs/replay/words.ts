import { formatDateTime } from '#server/core/text/dates-contract.ts';
import { countWords } from '#server/core/text/numbers-contract.ts';
import { testRunNameRule } from '#server/test-runs/contract.ts';
import { formatCount } from '../../ui/format.ts';
import { countEvents } from '../../ui/words.ts';

/** How much was sent: events of a recording, or requests of a HAR. */
export type ReplayProgress = { kind: 'recording' | 'har'; sent: number; all: number };

const unitOf = {
  recording: (count: number) => `${countEvents(count)} sent`,
  har: (count: number) => `${countWords(count, 'request')} read`,
} satisfies Record<ReplayProgress['kind'], (count: number) => string>;
const sentOf = ({ kind, sent, all }: ReplayProgress) => `${formatCount(sent)} of ${unitOf[kind](all)}`;

/** Words of recordings: how one is saved and sent again. */
export const replayWords = {
  download: 'Download recording',
  filename: (testRun: string | null) => `${testRun ?? 'recording'}.ndjson`,
  saved: (count: number, leftOut: number) =>
    `${countEvents(count)} recorded${leftOut === 0 ? '' : `, ${formatCount(leftOut)} left out that cannot be sent again`}.`,
  tooLarge: (most: { events: number; mb: number }) => ({
    message: `A recording made here has at most ${formatCount(most.events)} events and ${most.mb} MB.`,
    hint: 'Narrow the filter, or use npx benchtop record.',
  }),
  open: 'Replay a recording…',
  title: 'Replay a recording',
  file: 'Recording',
  fileHint: 'A Benchtop recording (.ndjson), or a HAR file of a browser.',
  chooseFile: 'Choose a file',
  contains: {
    recording: (count: number, testRun: string | null, recordedAt: string) =>
      `${countEvents(count)} ${testRun === null ? 'of a filter' : `of the test run “${testRun}”`}, recorded ${formatDateTime(recordedAt)}.`,
    leftOut: (count: number) =>
      `${formatCount(count)} more could not be recorded: duplicates, rejected requests, or events nested too deeply.`,
    har: (count: number, first: string, last: string) =>
      `HAR file with ${countWords(count, 'request')}, ${formatDateTime(first)} to ${formatDateTime(last)}. Capture requests are imported.`,
    nothing: 'HAR file without requests.',
  },
  testRun: 'Test run',
  testRunHint: {
    recording: 'A new name starts a test run. Without one, events go to the test run that takes them, or to none.',
    har: 'A new name starts a test run. Without one, events go to the test run that their request names or that takes them, or to none.',
  },
  testRunError: `A name has ${testRunNameRule}.`,
  times: {
    label: 'Times',
    names: { original: 'As recorded', now: 'Moved to now' },
    hints: {
      original: 'Events keep the times at which they happened.',
      now: 'All times are shifted by the same amount, to now.',
    },
  },
  pace: {
    label: 'Pace',
    names: { fast: 'Fast', original: 'As recorded' },
    hints: {
      fast: 'Events are sent one request after the other.',
      original: 'Events are sent as far apart as they arrived. This takes as long as the recording.',
    },
  },
  anyKey: {
    label: 'Accept any project key',
    description: 'For a recording of another server. Otherwise, requests with an unknown key are rejected.',
  },
  again: {
    label: 'Store replayed events again',
    description: 'Otherwise an event that a replay of this file has stored in the same test run is a duplicate.',
  },
  replay: 'Replay',
  stop: 'Stop',
  done: 'Done',
  openRun: (name: string) => `Open test run “${name}”`,
  compareWith: (name: string) => `Compare with “${name}”`,
  progress: (progress: ReplayProgress) => `${sentOf(progress)}.`,
  stopped: (progress: ReplayProgress) => `Stopped: ${sentOf(progress)}. Replay continues with the rest.`,
  failed: 'replay the recording',
  notRead: {
    line: (line: number, message: string) => `Line ${line}: ${message}`,
    json: (message: string) => `This HAR file is not complete JSON: ${message}`,
  },
};
