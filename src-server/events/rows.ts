import type { PersonEffect } from '../persons/store.ts';
import type { Compression, EventWarning } from './contract.ts';
import type { EventReason } from './reason-contract.ts';

/** A row of `requests`; times in milliseconds UTC, `durationUs` in microseconds. */
export type RequestRow = {
  id: number;
  projectId: number | null;
  receivedAt: number;
  method: string;
  path: string;
  query: string;
  headers: string;
  ip: string;
  compression: Compression;
  bodyBytes: number;
  decodedBytes: number | null;
  body: string;
  bodyEncoding: 'utf8' | 'sha256';
  bodyTruncated: boolean;
  keyPosition: string | null;
  keyPrefix: string | null;
  statusCode: number;
  response: string;
  durationUs: number;
  accepted: number;
  dropped: number;
};

export type EventRow = {
  projectId: number;
  uuid: string;
  event: string;
  distinctRef: number;
  timestamp: number;
  receivedAt: number;
  requestId: number;
  json: string;
  warnings: EventWarning[];
  personEffect: PersonEffect | null;
  clockOffset: number | null;
  testRunId: number | null;
};

export type DiscardRow = {
  projectId: number | null;
  uuid: string;
  status: 'dropped' | 'rejected';
  reason: EventReason;
  detail: string;
  event: string | null;
  distinctId: string | null;
  timestamp: number;
  receivedAt: number;
  requestId: number;
  json: string;
  warnings: EventWarning[];
  testRunId: number | null;
  /** Number of events in the row; default 1. */
  count?: number;
};
