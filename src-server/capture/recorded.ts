import { hash } from 'node:crypto';
import type { EventWarning } from '../events/contract.ts';
import type { RejectionReason } from '../events/reason-contract.ts';
import { believableTime } from './event-time.ts';
import type { SliceResult } from './ingest.ts';
import type { Drop, NormalEvent } from './normalize.ts';

/**
 * The replay of a request that was recorded elsewhere. `at`: when it was sent, ms UTC. `shiftMs` is added to the times of its
 * events. `testRun` replaces the one that it names. `keys`: whether its key must be known here, any key counts as one of the
 * project, or it has none. New uuids derive from `replay` and `request`, so an event that arrives twice in one replay is a
 * duplicate.
 */
export type Recorded = {
  projectId: number;
  keys: 'as_sent' | 'project' | 'none';
  at: number;
  shiftMs: number;
  testRun: string | undefined;
  replay: string;
  request: string;
  body: Buffer;
};

/** `spooled`: it is stored once the database takes it. */
export type RecordedOutcome =
  | ({ kind: 'stored' } & SliceResult)
  | { kind: 'spooled' }
  | { kind: 'rejected'; reason: RejectionReason };

/** `receivedAt`: when the request arrived, ms UTC; `recorded`: unless it is no replay. */
type Arrived = { recorded?: Recorded; receivedAt: number };

/** Moves a time to that of its replay; the time of arrival, with a warning, where that is not believed. */
export const replayedTime = (time: number, { shiftMs }: Recorded, receivedAt: number, warnings: EventWarning[]) =>
  believableTime(time + shiftMs, receivedAt, warnings);

/** Moves an outcome to the time and the test run of its replay. */
export function asReplayed(outcome: NormalEvent | Drop, { recorded, receivedAt }: Arrived): NormalEvent | Drop {
  if (recorded === undefined) return outcome;
  const { replay, testRun } = recorded;
  return {
    ...outcome,
    uuid: derivedUuid(replay, outcome.uuid),
    timestamp: replayedTime(outcome.timestamp, recorded, receivedAt, outcome.warnings),
    ...(testRun === undefined ? {} : { testRun }),
  };
}

/** Returns a generator of uuids for events that were sent without one. */
export function uuidsOf({ request }: Pick<Recorded, 'request'>): () => string {
  let made = 0;
  return () => derivedUuid(request, `${made++}`);
}

/** Returns a UUID of version 8, whose bits are free to choose. */
export function derivedUuid(name: string, within: string): string {
  const digits = hash('sha256', `${name} ${within}`);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20, 32)].join('-');
}
