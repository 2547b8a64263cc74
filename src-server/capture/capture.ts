import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../core/time.ts';
import type { Writer } from '../database/writer.ts';
import type { EventStore } from '../events/store.ts';
import { clientIp } from '../http/public.ts';
import type { RequestMemory } from '../http/request-memory.ts';
import type { EventRun } from './decode/read-events.ts';
import type { Ingest } from './ingest.ts';
import { type Arrival, type Drop, instant, normalize } from './normalize.ts';
import { microsecondsSince, type PublicRequest, type PublicRequests, requestRow } from './public-requests.ts';
import { RequestWriter } from './request-writer.ts';
import type { Spool } from './spool/spool.ts';

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
  memory: RequestMemory;
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
      await this.#take(request);
      return stored;
    });

  /** From bytes to rows; throws ApiError for every reason to refuse the request. */
  async #take(request: PublicRequest): Promise<void> {
    const { requests, clock } = this.#parts;
    const { decoded, projectId } = await requests.read(request);
    const special = paths.get(request.barePath) ?? {};
    const arrival: Arrival = {
      now: request.receivedAt,
      sentAt: instant(decoded.sentAt) ?? instant(request.query.get('_')),
      ip: clientIp(request.message),
      ...(special.defaultEvent === undefined ? {} : { defaultEvent: special.defaultEvent }),
      uuid: clock.uuid,
    };
    const writer = this.#writerOf(request, projectId);
    if (special.isRecording) {
      writer.add(recording(arrival));
      await writer.end();
    } else for (const run of decoded.runs()) await this.#store(run, arrival, writer);
  }

  #writerOf(request: PublicRequest, projectId: number): RequestWriter {
    const { events, clock } = this.#parts;
    const head = { ...requestRow(request), id: events.takeRequestId(), statusCode: 200, response: `${stored}` };
    const { receivedAt, started } = request;
    const durationUs = () => microsecondsSince(started);
    return new RequestWriter({ ...this.#parts, uuid: clock.uuid }, { projectId, receivedAt, head, durationUs });
  }

  /** Parses a run of events, normalizes and stores them; then nothing of them is left in memory. */
  async #store(run: EventRun, arrival: Arrival, writer: RequestWriter): Promise<void> {
    const { requests, memory } = this.#parts;
    const hold = run.bytes === 0 ? undefined : await memory.parsed.acquire(run.bytes);
    try {
      let count = 0;
      for (const event of run.parse()) {
        writer.add(normalize(event, arrival));
        count += 1;
        if (count % normalizedInOneGo === 0) await requests.turns.next();
      }
      await (run.isLast ? writer.end() : writer.settle());
    } finally {
      hold?.release();
    }
  }
}

/** Session recordings are taken so that SDKs stay quiet, and not kept. */
function recording({ now, uuid }: Arrival): Drop {
  const detail = 'Session recordings are not stored.';
  const nothing = { event: null, distinctId: null, json: '{}', warnings: [] };
  return { kind: 'drop', uuid: uuid(), reason: 'session_recording', detail, timestamp: now, ...nothing };
}
