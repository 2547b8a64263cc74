import { hash } from 'node:crypto';
import type { RejectionReason } from '../events/contract.ts';
import type { Counts } from './ingest.ts';
import type { Drop, NormalEvent } from './normalize.ts';

/**
 * How a request that was recorded elsewhere arrives again. `at`: when it was sent, ms UTC. `shiftMs` is added to the times of its
 * events. `testRun` stands in place of the one that it names. `keys`: whether its key must be known here, or any counts as one of the
 * project. `run` makes new uuids: the same for the same uuid, so that a retry is still a duplicate.
 */
export type Recorded = {
  projectId: number;
  keys: 'as_sent' | 'project';
  at: number;
  shiftMs: number;
  testRun: string | undefined;
  run: string;
  body: Buffer;
};

/** `spooled`: it is stored once the database takes it. */
export type RecordedOutcome =
  | ({ kind: 'stored' } & Counts)
  | { kind: 'spooled' }
  | { kind: 'rejected'; reason: RejectionReason };

/** Makes an outcome one of its own, in the time and the test run in which it arrives again. */
export function sentAgain(outcome: NormalEvent | Drop, recorded: Recorded | undefined): NormalEvent | Drop {
  if (recorded === undefined) return outcome;
  const { run, shiftMs, testRun } = recorded;
  return {
    ...outcome,
    uuid: newUuid(run, outcome.uuid),
    timestamp: outcome.timestamp + shiftMs,
    ...(testRun === undefined ? {} : { testRun }),
  };
}

/** Returns a UUID of version 8, which is free in how it is made. */
function newUuid(run: string, uuid: string): string {
  const digits = hash('sha256', `${run} ${uuid}`);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20, 32)].join('-');
}
