import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDatabaseError } from '../core/database-error.ts';
import type { Writer } from '../database/writer.ts';
import { storageUnavailable } from '../http/error.ts';
import { clientIp } from '../http/public.ts';
import type { Clock } from '../http/time.ts';
import type { Decoded } from './decode.ts';
import { type Counts, type Ingest, type Intake, sliceSize } from './ingest.ts';
import { type Arrival, type Drop, instant, type NormalEvent, normalize } from './normalize.ts';
import { microsecondsSince, type PublicRequest, type PublicRequests, requestRow } from './public-requests.ts';
import type { Spool } from './spool.ts';
import type { EventStore } from './store.ts';

/** The public paths that take events (decisions 1), and what is special about each. */
const paths = new Map<string, { defaultEvent?: string; isRecording?: boolean }>([
  ['/capture', {}],
  ['/batch', {}],
  ['/e', {}],
  ['/i/v0/e', {}],
  ['/track', {}],
  ['/engage', { defaultEvent: '$identify' }],
  ['/s', { isRecording: true }],
  ['/i/v0/s', { isRecording: true }],
]);

const stored = Buffer.from('{"status": 1}');
const normalizedInOneGo = 100;

type Parts = {
  requests: PublicRequests;
  writer: Writer;
  ingest: Ingest;
  events: EventStore;
  spool: Spool;
  clock: Clock;
  report(error: unknown): void;
};

/** Whether capture answers this path, with or without its trailing slash. */
export const isCapturePath = (path: string): boolean => paths.has(path.replace(/\/$/, ''));

/** Takes events over HTTP: has the request read, normalizes, stores, answers. */
export class Capture {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly handle = (message: IncomingMessage, response: ServerResponse): void =>
    this.#parts.requests.take(message, response, async (request) => {
      await this.#store(request, await this.#read(request));
      return stored;
    });

  /** From bytes to outcomes; throws ApiError for every reason to refuse the request. */
  async #read(request: PublicRequest): Promise<Intake> {
    const { requests, events, clock } = this.#parts;
    const { decoded, projectId } = await requests.read(request);
    const special = paths.get(request.barePath) ?? {};
    const arrival: Arrival = {
      now: request.receivedAt,
      sentAt: instant(decoded.envelope.sent_at) ?? instant(request.query.get('_')),
      ip: clientIp(request.message),
      ...(special.defaultEvent === undefined ? {} : { defaultEvent: special.defaultEvent }),
      uuid: clock.uuid,
    };
    const outcomes = special.isRecording ? [recording(arrival)] : await normalizeAll(decoded, arrival);
    const row = { ...requestRow(request), id: events.takeRequestId(), statusCode: 200, response: `${stored}` };
    return { projectId, receivedAt: request.receivedAt, outcomes, request: row, isReplay: false };
  }

  /** Stores durably: in the database, else in the spool, else it throws 503 and nothing is acknowledged. */
  async #store(request: PublicRequest, intake: Intake): Promise<void> {
    const { spool, report } = this.#parts;
    let cause: string | null = null;
    if (!spool.isActive) {
      const failure = await this.#write(request, intake);
      if (failure === undefined) return;
      if (!isDatabaseError(failure)) throw failure;
      report(failure);
      cause = failure.message;
    }
    try {
      await spool.append(intake, cause);
    } catch (error) {
      report(error);
      throw storageUnavailable('Neither the database nor the dead-letter spool can be written; nothing was stored.');
    }
  }

  /** Writes a request slice by slice; a small one is one job. Answers what failed, after all have settled. */
  async #write(request: PublicRequest, intake: Intake): Promise<unknown> {
    const { writer, ingest } = this.#parts;
    const slices: Counts[] = [];
    const jobs: Promise<void>[] = [];
    for (let start = 0; start === 0 || start < intake.outcomes.length; start += sliceSize) {
      const index = jobs.length;
      const isLast = start + sliceSize >= intake.outcomes.length;
      const job = () => {
        slices[index] = ingest.slice(intake, start);
        if (isLast) ingest.request(intake, sum(slices), microsecondsSince(request.started));
      };
      jobs.push(isLast && index === 0 ? writer.run(job) : writer.runInBulk(job));
    }
    const results = await Promise.allSettled(jobs);
    return results.find((result) => result.status === 'rejected')?.reason;
  }
}

/** Normalizes all events of a request, letting others have the thread now and then. */
async function normalizeAll(decoded: Decoded, arrival: Arrival): Promise<(NormalEvent | Drop)[]> {
  const outcomes: (NormalEvent | Drop)[] = [];
  for (const event of decoded.events) {
    outcomes.push(normalize(event, arrival));
    if (outcomes.length % normalizedInOneGo === 0) await new Promise(setImmediate);
  }
  return outcomes;
}

/** Session recordings are taken so that SDKs stay quiet, and not kept. */
function recording({ now, uuid }: Arrival): Drop {
  const detail = 'Session recordings are not stored.';
  const nothing = { event: null, distinctId: null, json: '{}', warnings: [] };
  return { kind: 'drop', uuid: uuid(), reason: 'session_recording', detail, timestamp: now, ...nothing };
}

function sum(slices: Counts[]): Counts {
  const counts = { accepted: 0, dropped: 0 };
  for (const { accepted, dropped } of slices) {
    counts.accepted += accepted;
    counts.dropped += dropped;
  }
  return counts;
}
