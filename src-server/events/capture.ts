import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writer } from '../database/writer.ts';
import { type ApiError, isDatabaseError, methodNotAllowed, storageUnavailable, toApiError } from '../http/error.ts';
import { bodyLimit } from '../http/parse.ts';
import type { Clock } from '../http/time.ts';
import type { Authenticator } from '../projects/authenticate.ts';
import { maskKey } from '../projects/keys.ts';
import { keepBody, readBody } from './body.ts';
import { type Decoded, decode } from './decode.ts';
import { type Counts, type Ingest, type Intake, sliceSize } from './ingest.ts';
import { type Arrival, type Drop, instant, maskPersonalKeys, type NormalEvent, normalize } from './normalize.ts';
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
const secretHeaders = ['authorization', 'cookie', 'proxy-authorization'];
const normalizedInOneGo = 1000;

type Parts = {
  authenticator: Pick<Authenticator, 'publicKey'>;
  writer: Writer;
  ingest: Ingest;
  events: EventStore;
  spool: Spool;
  clock: Clock;
  report(error: unknown): void;
};

/** What became known of a request by the time it is answered. `started` in ms of the monotonic clock. */
type Known = {
  path: string;
  query: URLSearchParams;
  receivedAt: number;
  started: number;
  body: Buffer;
  decoded?: Decoded;
  projectId?: number;
};

/** Whether capture answers this path, with or without its trailing slash. */
export const isCapturePath = (path: string): boolean => paths.has(path.replace(/\/$/, ''));

/**
 * Takes events over HTTP: reads, decodes, finds the key, normalizes, stores, answers. Works on plain `node:http` objects, so
 * that it can stand in front of Express as well as inside it. Never throws: every failure is an answer, and a row.
 */
export class Capture {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    setCors(request, response);
    if (request.method === 'OPTIONS') response.writeHead(204, preflight(request)).end();
    else void this.#take(request, response);
  };

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', search = ''] = splitUrl(request.url ?? '');
    const known: Known = {
      path,
      query: new URLSearchParams(search),
      receivedAt: this.#parts.clock.now(),
      started: performance.now(),
      body: Buffer.alloc(0),
    };
    try {
      if (request.method !== 'POST') throw methodNotAllowed(request.method ?? '', 'POST, OPTIONS');
      await this.#store(known, await this.#read(known, request));
      answer(response, 200, stored);
    } catch (error) {
      const failure = toApiError(error, this.#parts.report);
      await this.#logRejection(known, request, failure);
      answer(response, failure.status, Buffer.from(JSON.stringify(failure.body)), failure.headers);
    }
  }

  /** From bytes to outcomes; throws ApiError for every reason to refuse the request. */
  async #read(known: Known, request: IncomingMessage): Promise<Intake> {
    const { authenticator, events, clock } = this.#parts;
    known.body = await readBody(request, bodyLimit);
    const decoded = await decode(
      {
        body: known.body,
        query: known.query,
        contentType: (request.headers['content-type'] ?? '').toLowerCase(),
        contentEncoding: request.headers['content-encoding'] ?? '',
      },
      bodyLimit,
    );
    known.decoded = decoded;
    const { projectId } = authenticator.publicKey(decoded.key, decoded.projectId ?? known.query.get('project_id'));
    known.projectId = projectId;
    const special = paths.get(known.path.replace(/\/$/, '')) ?? {};
    const arrival: Arrival = {
      now: known.receivedAt,
      sentAt: instant(decoded.envelope.sent_at) ?? instant(known.query.get('_')),
      ip: clientIp(request),
      ...(special.defaultEvent === undefined ? {} : { defaultEvent: special.defaultEvent }),
      uuid: clock.uuid,
    };
    const outcomes = special.isRecording ? [recording(arrival)] : await normalizeAll(decoded, arrival);
    const row = { ...requestRow(known, request), id: events.takeRequestId(), statusCode: 200, response: `${stored}` };
    return { projectId, receivedAt: known.receivedAt, outcomes, request: row, isReplay: false };
  }

  /** Stores durably: in the database, else in the spool, else it throws 503 and nothing is acknowledged. */
  async #store(known: Known, intake: Intake): Promise<void> {
    const { spool, report } = this.#parts;
    let cause: string | null = null;
    if (!spool.isActive) {
      const failure = await this.#write(known, intake);
      if (failure === undefined) return;
      if (!isDatabaseError(failure)) throw failure;
      report(failure);
      cause = failure.message;
    }
    try {
      spool.append(intake, cause);
    } catch (error) {
      report(error);
      throw storageUnavailable('Neither the database nor the dead-letter spool can be written; nothing was stored.');
    }
  }

  /** Writes a request slice by slice; a small one is one job. Answers what failed, after all have settled. */
  async #write(known: Known, intake: Intake): Promise<unknown> {
    const { writer, ingest } = this.#parts;
    const slices: Counts[] = [];
    const jobs: Promise<void>[] = [];
    for (let start = 0; start === 0 || start < intake.outcomes.length; start += sliceSize) {
      const index = jobs.length;
      const isLast = start + sliceSize >= intake.outcomes.length;
      const job = () => {
        slices[index] = ingest.slice(intake, start);
        if (isLast) ingest.request(intake, sum(slices), microseconds(known.started));
      };
      jobs.push(isLast && index === 0 ? writer.run(job) : writer.runInBulk(job));
    }
    const results = await Promise.allSettled(jobs);
    return results.find((result) => result.status === 'rejected')?.reason;
  }

  async #logRejection(known: Known, request: IncomingMessage, failure: ApiError): Promise<void> {
    const { writer, events, clock, report } = this.#parts;
    const id = events.takeRequestId();
    const { code, detail } = failure.body;
    const projectId = known.projectId ?? null;
    try {
      const row = {
        ...requestRow(known, request),
        id,
        statusCode: failure.status,
        response: JSON.stringify(failure.body),
      };
      await writer.run(() => {
        const { receivedAt } = known;
        events.insertRequest({ ...row, durationUs: microseconds(known.started), accepted: 0, dropped: 0 });
        events.insertDiscard({
          ...{ projectId, uuid: clock.uuid(), status: 'rejected', reason: code, detail, event: null, distinctId: null },
          ...{ timestamp: receivedAt, receivedAt, requestId: id, json: '{}', warnings: [] },
        });
      });
    } catch (error) {
      report(error);
    }
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

function requestRow(known: Known, request: IncomingMessage) {
  const { body, decoded } = known;
  const headers: Record<string, unknown> = { ...request.headers };
  for (const name of secretHeaders) if (name in headers) headers[name] = '(hidden)';
  return {
    projectId: known.projectId ?? null,
    receivedAt: known.receivedAt,
    method: request.method ?? '',
    path: known.path,
    query: maskPersonalKeys(splitUrl(request.url ?? '')[1] ?? ''),
    headers: maskPersonalKeys(JSON.stringify(headers)),
    ip: clientIp(request),
    compression: decoded?.compression ?? 'none',
    bodyBytes: body.length === 0 ? Number(request.headers['content-length'] ?? 0) : body.length,
    decodedBytes: decoded === undefined ? null : Buffer.byteLength(decoded.text),
    ...keepBody(body, decoded?.text),
    keyPosition: decoded?.keyPosition ?? null,
    keyPrefix: decoded?.key === undefined ? null : maskKey(decoded.key),
  };
}

function sum(slices: Counts[]): Counts {
  const counts = { accepted: 0, dropped: 0 };
  for (const { accepted, dropped } of slices) {
    counts.accepted += accepted;
    counts.dropped += dropped;
  }
  return counts;
}

function splitUrl(url: string): [string, string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

const microseconds = (started: number) => Math.round((performance.now() - started) * 1000);

const clientIp = (request: IncomingMessage) => (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');

function setCors(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Vary', 'Origin');
}

function preflight(request: IncomingMessage): Record<string, string> {
  const asked = request.headers['access-control-request-headers'];
  const isPrivate = request.headers['access-control-request-private-network'] === 'true';
  return {
    'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
    'Access-Control-Max-Age': '600',
    ...(asked === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
    ...(isPrivate ? { 'Access-Control-Allow-Private-Network': 'true' } : {}),
  };
}

function answer(response: ServerResponse, status: number, body: Buffer, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length, ...headers })
    .end(body);
}
