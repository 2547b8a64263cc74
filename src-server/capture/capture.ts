import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { type JsonObject, jsonObject } from '../core/contract.ts';
import { cutText } from '../core/text/cut-text.ts';
import type { Writer } from '../database/writer.ts';
import type { EventWarning } from '../events/contract.ts';
import type { EventStore } from '../events/store.ts';
import { archiveFull } from '../http/error.ts';
import { clientIp, type PublicEndpoint } from '../http/public-endpoint.ts';
import type { RequestMemory } from '../http/request-memory.ts';
import { sdkPaths } from '../http/sdk-paths.ts';
import { analyticsAnswer, analyticsProtocol, type Protocol } from './analytics-events.ts';
import type { EventRun } from './decode/read-events.ts';
import { instant, readSentAt } from './event-time.ts';
import type { Ingest } from './ingest.ts';
import { type Arrival, type Drop, normalize, testRunFields } from './normalize.ts';
import { asReplayed, type Recorded, type RecordedOutcome, uuidsOf } from './recorded.ts';
import { RequestWriter } from './request-writer.ts';
import { microsecondsSince, type PublicRequests } from './requests/public-requests.ts';
import { type PublicRequest, requestRow } from './requests/request-row.ts';
import type { Spool } from './spool/spool.ts';

const sentEvent = z.object({
  event: z.string(),
  distinct_id: z.string().optional(),
  properties: jsonObject.optional(),
  timestamp: z.string().optional(),
  uuid: z.uuid().optional(),
});
const single = sentEvent.extend({ api_key: z.string() });
const batch = z.object({ api_key: z.string(), batch: z.array(sentEvent) });
const api_key = 'phc_your_project_key';
const event = { event: 'signed up', distinct_id: 'ann', properties: { plan: 'pro' } };

type Kind = {
  summary: string;
  body: z.ZodType;
  example: JsonObject;
  answer?: z.ZodType;
  defaultEvent?: string;
  isRecording?: boolean;
  protocol?: (message: IncomingMessage) => Protocol;
};

/** Special rules of the capture paths. */
const kinds = {
  event: { summary: 'Send one event', body: single, example: { api_key, ...event } },
  batch: { summary: 'Send many events', body: batch, example: { api_key, batch: [event] } },
  person: {
    summary: 'Set properties of a person',
    body: single.extend({ $set: jsonObject.optional() }).partial({ event: true }),
    example: { api_key, distinct_id: 'ann', $set: { plan: 'pro' } },
    defaultEvent: '$identify',
  },
  browserEvents: {
    summary: 'Like /capture/ and /batch/, under the names that browser SDKs use',
    body: z.union([single, batch]),
    example: { api_key, batch: [event] },
  },
  analyticsEvents: {
    summary: 'Like /batch/; the key may be a Bearer token, and the answer has the result of each event by its uuid',
    body: batch.partial({ api_key: true }),
    example: { api_key, batch: [event] },
    answer: analyticsAnswer,
    protocol: analyticsProtocol,
  },
  recordings: {
    summary: 'Session recordings: answered, not stored',
    body: jsonObject,
    example: { api_key, event: '$snapshot', distinct_id: 'ann' },
    isRecording: true,
  },
} satisfies Partial<Record<keyof typeof sdkPaths, Kind>>;

const success = z.object({ status: z.literal(1) });
const stored = '{"status": 1}';
const usual: Protocol = { normalize, answer: () => stored };
const normalizeBatchSize = 100;
const maxLoggedAnswer = 4096;

type Parts = {
  requests: PublicRequests;
  writer: Writer;
  ingest: Ingest;
  events: EventStore;
  spool: Spool;
  memory: RequestMemory;
  clock: Clock;
  /** Returns, for people, why events are refused now; null if they are not. */
  refusal(): string | null;
  report(error: unknown): void;
};

/** Creates the capture endpoints: they have the request read, normalize, store and answer. */
export function captureEndpoints(parts: Parts): CaptureEndpoint[] {
  const { requests } = parts;
  const capture = new Capture(parts);
  return Object.entries<Kind>(kinds).flatMap(([name, kind]) => {
    const { summary, body, example, answer = success } = kind;
    const serve = (request: PublicRequest) => capture.take(request, kind);
    return sdkPaths[name as keyof typeof kinds].map((path) => ({
      ...requests.endpoint(path, { tag: 'Capture', summary, body, example, answer }, serve),
      takeRecorded: (message: IncomingMessage, recorded: Recorded) => requests.takeRecorded(message, recorded, serve),
    }));
  });
}

type CaptureEndpoint = PublicEndpoint & {
  /** Handles a request that was recorded elsewhere; never throws. */
  takeRecorded(message: IncomingMessage, recorded: Recorded): Promise<RecordedOutcome>;
};

type Sending = { arrival: Arrival; request: PublicRequest; protocol: Protocol };

class Capture {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads a request, stores its events and returns the answer; throws ApiError if it is rejected. */
  async take(request: PublicRequest, { defaultEvent, isRecording, protocol: protocolOf }: Kind): Promise<string> {
    const { requests, clock, refusal } = this.#parts;
    const { decoded, projectId } = await requests.read(request, 'write');
    const refused = refusal();
    if (refused !== null) throw archiveFull(refused);
    const sentAt = readSentAt(decoded.sentAt ?? request.message.headers['posthog-request-timestamp']);
    const { recorded } = request;
    const arrival: Arrival = {
      now: recorded?.at ?? request.receivedAt,
      // An invalid time stays null, which warns of it.
      sentAt: sentAt ?? instant(request.query.get('_')) ?? sentAt,
      ip: clientIp(request.message),
      defaultEvent,
      uuid: recorded === undefined ? clock.uuid : uuidsOf(recorded),
      testRun: request.testRun,
      sdk: request.sdk,
      isUtf8: decoded.isUtf8,
    };
    const protocol = protocolOf?.(request.message) ?? usual;
    const writer = this.#writerOf(request, projectId, protocol);
    if (isRecording) {
      writer.add(asReplayed(recording(arrival), request));
      await writer.end();
    } else for (const run of decoded.runs()) await this.#store(run, { arrival, request, protocol }, writer);
    request.counts = writer.counts;
    return protocol.answer();
  }

  #writerOf(request: PublicRequest, projectId: number, { answer }: Protocol): RequestWriter {
    const { events, clock } = this.#parts;
    const id = events.takeRequestId();
    request.logId = id;
    const head = requestRow(request);
    // Some answers say what became of each event.
    const row = () => ({ ...head, id, statusCode: 200, response: cutText(answer(), maxLoggedAnswer) });
    const { receivedAt, started } = request;
    const durationUs = () => microsecondsSince(started);
    return new RequestWriter({ ...this.#parts, uuid: clock.uuid }, { projectId, receivedAt, id, row, durationUs });
  }

  /** Parses, normalizes and stores adjacent events, then frees them. */
  async #store(run: EventRun, { arrival, request, protocol }: Sending, writer: RequestWriter): Promise<void> {
    const { requests, memory } = this.#parts;
    const hold = run.bytes === 0 ? undefined : await memory.parsed.acquire(run.bytes);
    try {
      let count = 0;
      for (const event of run.parse()) {
        writer.add(asReplayed(protocol.normalize(event, arrival), request));
        count += 1;
        if (count % normalizeBatchSize === 0) await requests.turns.next();
      }
      if (run.isLast) await writer.end();
      // Events that stay parsed need no room, so the next ones are normalized while these are written.
      else await (hold === undefined ? requests.turns.next() : writer.settle());
    } finally {
      hold?.release();
    }
  }
}

/** Drops a session recording; answering 200 keeps SDKs from retrying. */
function recording({ now, uuid, testRun, sdk = null }: Arrival): Drop {
  const detail = 'Session recordings are not stored.';
  const warnings: EventWarning[] = [];
  const inRun = testRunFields(testRun, warnings);
  const nothing = { event: null, distinctId: null, json: '{}', warnings };
  return { kind: 'drop', uuid: uuid(), reason: 'session_recording', detail, timestamp: now, ...nothing, ...inRun, sdk };
}
