import type { ExpectationStatus } from '#server/expectations/contract.ts';
import type { Tone } from '../ui/feedback/status-chip.tsx';

/** Words that several rooms of expectations use. */
export const expectationWords = {
  expectation: 'Expectation',
  expectations: 'Expectations',
  thisExpectation: 'This expectation',
  create: 'New expectation',
  everyEvent: 'Every event',
  status: 'Status',
  found: 'Found',
  /** Each completes "Could not refresh …". */
  queries: { expectations: 'the expectations', expectation: 'the expectation', status: 'the status' },
};

export const expectationStatusWords: Record<ExpectationStatus, string> = {
  passed: 'Passed',
  failed: 'Failed',
  pending: 'Pending',
};

export const expectationStatusTones: Record<ExpectationStatus, Tone> = {
  passed: 'ok',
  failed: 'danger',
  pending: 'neutral',
};
