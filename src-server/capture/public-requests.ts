import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hold } from '../core/byte-budget.ts';
import { isDatabaseError } from '../core/database-error.ts';
import { maskKey } from '../core/key-format.ts';
import { requestMemory } from '../core/limits.ts';
import { maskEncodedKeys } from '../core/mask-keys.ts';
import type { Clock } from '../core/time.ts';
import { Turns } from '../core/turns.ts';
import { withoutAbsent } from '../core/without-absent.ts';
import type { Writer } from '../database/writer.ts';
import { type RejectionReason, rejectionReason } from '../events/contract.ts';
import type { EventStore } from '../events/store.ts';
import { type Details, describe } from '../http/endpoint.ts';
import { type ApiError, methodNotAllowed, toApiError } from '../http/error.ts';
import { bodyLimit } from '../http/parse.ts';
import {
  answer,
  clientIp,
  headersOf,
  type PublicEndpoint,
  preflight,
  setCors,
  splitUrl,
} from '../http/public-endpoint.ts';
import { readBody } from '../http/read-body.ts';
import type { RequestMemory } from '../http/request-memory.ts';
import { keyInUrl } from '../http/sdk-request.ts';
import { type Authenticator, type KeyAccess, RefusedKey } from '../projects/authenticate.ts';
import type { SdkRequests } from './connection/sdk-requests.ts';
import { keepBody } from './decode/body.ts';
import { type Decoded, decode, isGzip, type Unpacked } from './decode/decode.ts';
import { rejectedEvent } from './rejected-event.ts';
import { type Rejection, Rejections } from './rejections.ts';

type Parts = {
  authenticator: Pick<Authenticator, 'publicKey'>;
  writer: Writer;
  events: EventStore;
  clock: Clock;
  memory: RequestMemory;
  sdkRequests: SdkRequests;
  report(error: unknown): void;
};

/** What is known of a request when it is answered. `started`: ms of the monotonic clock. */
export type PublicRequest = {
  message: IncomingMessage;
  /** `barePath` has no trailing slash. */
  path: string;
  barePath: string;
  query: URLSearchParams;
  receivedAt: number;
  started: number;
  body: Buffer;
  /** Memory held until the request is answered. */
  holds: Hold[];
  /** The decompressed body, also of a request whose JSON cannot be read. */
  unpacked?: Pick<Unpacked, 'compression' | 'text'>;
  decoded?: Decoded;
  projectId?: number;
};

type Serve = (request: PublicRequest) => Promise<Buffer | string>;

const secretHeaders = ['authorization', 'cookie', 'proxy-authorization'];

/**
 * Handles what all public POST endpoints share: CORS, methods, bodies, keys, and a row for each rejected request. Uses plain
 * `node:http` objects, so that it works before Express and inside it.
 */
export class PublicRequests {
  readonly #parts: Parts;
  readonly #rejections: Rejections;
  /** Yields between the pieces of large bodies, so that small requests get in between. */
  readonly turns = new Turns();

  constructor(parts: Parts) {
    this.#parts = parts;
    const { writer, events, report } = parts;
    const now = () => performance.now();
    this.#rejections = new Rejections({ writer, add: (row) => events.addRejections(row), now, report });
  }

  /** Writes pending counts. */
  close(): Promise<void> {
    return this.#rejections.close();
  }

  /**
   * An endpoint that takes a project key and answers with the body, JSON, that `serve` makes. It never throws: every failure is
   * an answer, and a row.
   */
  endpoint(path: `/${string}`, details: Omit<Details, 'access' | 'sdk'>, serve: Serve): PublicEndpoint {
    return {
      ...describe(`POST ${path}`, { ...details, access: 'project_key', sdk: true }),
      take: (message, response) => {
        setCors(message, response);
        if (message.method === 'OPTIONS') {
          response.writeHead(204, preflight(message)).end();
          this.answered(message, 204);
        } else void this.#answer(message, response, serve);
      },
    };
  }

  /** Reads the body and finds out whose data it is; throws ApiError for every reason to refuse the request. */
  async read(request: PublicRequest, access: KeyAccess): Promise<{ decoded: Decoded; projectId: number }> {
    const { headers } = request.message;
    const { memory } = this.#parts;
    const { bytes, hold } = await readBody(request.message, bodyLimit, memory);
    request.holds.push(hold);
    request.body = bytes;
    // Reading large JSON takes long, so others get the thread first.
    if (bytes.length > requestMemory.smallBody) await this.turns.next();
    const decoded = await decode(
      {
        body: request.body,
        query: request.query,
        contentType: (headers['content-type'] ?? '').toLowerCase(),
        contentEncoding: headers['content-encoding'] ?? '',
      },
      {
        ...{ limit: bodyLimit, memory, turns: this.turns, holds: request.holds },
        unpacked: (unpacked) => {
          request.unpacked = unpacked;
        },
      },
    );
    request.decoded = decoded;
    const { publicKey } = this.#parts.authenticator;
    const { projectId } = publicKey(decoded.key, decoded.projectId ?? request.query.get('project_id'), access);
    request.projectId = projectId;
    return { decoded, projectId };
  }

  async #answer(message: IncomingMessage, response: ServerResponse, serve: Serve): Promise<void> {
    const request = this.#requestOf(message);
    try {
      if (message.method !== 'POST') throw methodNotAllowed(message.method ?? '', 'POST, OPTIONS');
      answer(response, 200, await serve(request));
      this.#note(request, 200, request.projectId ?? null);
    } catch (error) {
      const failure = toApiError(error, this.#parts.report);
      await this.#logRejection(request, failure);
      answer(response, failure.status, JSON.stringify(failure.body), failure.headers);
    } finally {
      for (const hold of request.holds) hold.release();
    }
  }

  /** Leaves the row of a request that was refused by others than its endpoints, and answers with what it is refused. */
  async refuse(message: IncomingMessage, error: unknown, projectId?: number): Promise<ApiError> {
    const failure = toApiError(error, this.#parts.report);
    await this.#logRejection({ ...this.#requestOf(message), ...withoutAbsent({ projectId }) }, failure);
    return failure;
  }

  /** The same for a request that no endpoint took: its body may tell whose it is. */
  async refuseStray(message: IncomingMessage, error: unknown): Promise<ApiError> {
    const failure = toApiError(error, this.#parts.report);
    const request = this.#requestOf(message);
    try {
      // What nobody has read ends; what was read would never.
      if (!message.readableDidRead) await this.read(request, 'read').catch(() => {});
      await this.#logRejection(request, failure);
    } finally {
      for (const hold of request.holds) hold.release();
    }
    return failure;
  }

  /** Notes a request that others than its endpoints have answered; its project is that of the key in its URL. */
  answered(message: IncomingMessage, status: number): void {
    const request = this.#requestOf(message);
    this.#note(request, status, this.#projectInUrl(request));
  }

  #projectInUrl({ path, query }: PublicRequest): number | null {
    try {
      return this.#parts.authenticator.publicKey(keyInUrl(path, query), undefined, 'read').projectId;
    } catch {
      return null;
    }
  }

  #note({ message, decoded, receivedAt: at }: PublicRequest, status: number, projectId: number | null, code?: string) {
    const reason = code === undefined ? null : reasonOf(code);
    this.#parts.sdkRequests.note({ message, status, at, projectId, reason, key: decoded?.key });
  }

  #requestOf(message: IncomingMessage): PublicRequest {
    const [path, search] = splitUrl(message.url ?? '');
    return {
      message,
      path,
      barePath: path.replace(/\/$/, ''),
      query: new URLSearchParams(search),
      receivedAt: this.#parts.clock.now(),
      started: performance.now(),
      body: Buffer.alloc(0),
      holds: [],
    };
  }

  async #logRejection(request: PublicRequest, failure: ApiError): Promise<void> {
    const { writer, events, clock, report } = this.#parts;
    const { code, detail } = failure.body;
    const projectId = request.projectId ?? (failure instanceof RefusedKey ? failure.projectId : null);
    this.#note(request, failure.status, projectId, code);
    try {
      const uuid = clock.uuid();
      if (!this.#rejections.getsRow(rejectionOf(request, projectId, code), uuid, request.receivedAt)) return;
      const id = events.takeRequestId();
      const kept = projectId === null ? withShortBody(requestRow(request)) : requestRow(request);
      const row = { ...kept, id, projectId, statusCode: failure.status, response: JSON.stringify(failure.body) };
      const durationUs = microsecondsSince(request.started);
      const write = () => {
        const { receivedAt } = request;
        events.insertRequest({ ...row, durationUs, accepted: 0, dropped: 0 });
        events.insertDiscard({
          ...{
            projectId,
            uuid,
            status: 'rejected',
            reason: reasonOf(code),
            detail,
            ...rejectedEvent(request.decoded, { now: request.receivedAt, uuid: clock.uuid }),
          },
          ...{ timestamp: receivedAt, receivedAt, requestId: id, json: '{}', warnings: [] },
        });
      };
      await writer.run(write).catch((error) => {
        if (!isDatabaseError(error)) throw error;
        // The client does not wait for the row.
        writer.runPatiently(write).catch(report);
      });
    } catch (error) {
      report(error);
    }
  }
}

const reasonOf = (code: string): RejectionReason => rejectionReason.catch('error').parse(code);

/** The key of a request and where it stands. */
function keyOf({ decoded, path, query }: PublicRequest) {
  if (decoded !== undefined) return { key: decoded.key, position: decoded.keyPosition };
  return { key: keyInUrl(path, query), position: 'the URL' };
}

/** The row of a request, without its counts. */
export function requestRow(publicRequest: PublicRequest) {
  const { message, body, unpacked, ...request } = publicRequest;
  const { key, position } = keyOf(publicRequest);
  const headers = headersOf(message);
  for (const name of secretHeaders) if (Object.hasOwn(headers, name)) headers[name] = '(hidden)';
  return {
    projectId: request.projectId ?? null,
    receivedAt: request.receivedAt,
    method: message.method ?? '',
    path: maskEncodedKeys(request.path),
    query: maskEncodedKeys(splitUrl(message.url ?? '')[1]),
    headers: maskEncodedKeys(JSON.stringify(headers)),
    ip: clientIp(message),
    compression: unpacked?.compression ?? 'none',
    bodyBytes: body.length === 0 ? Number(message.headers['content-length'] ?? 0) : body.length,
    decodedBytes: unpacked === undefined ? null : unpacked.text.length,
    ...keepBody(body, {
      text: unpacked?.text,
      isRead: request.decoded !== undefined,
      isPacked: isPacked(message, request.query, body),
    }),
    keyPosition: key === undefined ? null : (position ?? null),
    keyPrefix: key === undefined ? null : maskKey(key),
  };
}

const rejectionOf = (
  { message, barePath, decoded }: PublicRequest,
  projectId: number | null,
  reason: string,
): Rejection => ({
  projectId,
  reason,
  path: barePath,
  keyPrefix: decoded?.key === undefined ? null : maskKey(decoded.key),
  userAgent: message.headers['user-agent'] ?? '',
});

/** Characters kept of a body without a valid key: enough to recognize its sender. */
const unassignedBodyLength = 4096;

function withShortBody(row: ReturnType<typeof requestRow>): ReturnType<typeof requestRow> {
  if (row.body.length <= unassignedBodyLength) return row;
  return { ...row, body: row.body.slice(0, unassignedBodyLength), bodyTruncated: true };
}

/** Reports whether a body is compressed or declared to be. */
function isPacked({ headers }: IncomingMessage, query: URLSearchParams, body: Buffer): boolean {
  const isSaid = query.has('compression') || headers['content-encoding'] !== undefined;
  return body.length > 0 && (isSaid || isGzip(body));
}

export const microsecondsSince = (started: number) => Math.round((performance.now() - started) * 1000);
