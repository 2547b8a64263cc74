import type { Assignment } from '#server/test-runs/contract.ts';

/** Words that several rooms of test runs use. */
export const testRunWords = {
  testRun: 'Test run',
  testRuns: 'Test runs',
  thisTestRun: 'This test run',
  start: 'Start test run',
  name: 'Name',
  label: 'Label',
  build: 'Build',
  note: 'Note',
  events: 'Events',
  dropped: 'Dropped',
  rejected: 'Rejected',
  started: 'Started',
  ended: 'Ended',
  end: 'End test run',
  resume: 'Resume test run',
  compare: 'Compare…',
  delete: 'Delete test run',
  none: '–',
  states: { open: 'Open', ended: 'Ended', late: 'Ended, then received more', lateShort: 'Late events' },
  done: {
    started: (name: string) => `Test run “${name}” is started.`,
    ended: (name: string) => `Test run “${name}” is ended`,
    resumed: (name: string) => `Test run “${name}” is resumed`,
    deleted: (name: string) => `Test run “${name}” is deleted.`,
  },
  failed: { start: 'start the test run', end: 'end the test run', resume: 'resume the test run' },
  /** Each completes "Could not refresh …". */
  queries: { testRuns: 'the test runs', testRun: 'the test run' },
};

/** Names what goes to a test run although it names none. */
export function assignmentWords(assign: Assignment): string {
  if ('everything' in assign) return 'everything';
  return 'sdk' in assign ? `everything from ${assign.sdk}` : `everything from ${assign.distinct_id}`;
}
