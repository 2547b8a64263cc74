import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import { isDatabaseError } from '../../core/errors/database-error.ts';
import { requestMemory } from '../../core/limits-contract.ts';
import { Turns } from '../../core/turns.ts';
import { withoutAbsent } from '../../core/without-absent.ts';
import type { Writer } from '../../database/writer.ts';
import { type RejectionReason, rejectionReason } from '../../events/reason-contract.ts';
import type { RequestBodies } from '../../events/requests/request-bodies.ts';
import type { EventStore } from '../../events/store.ts';
import { type Details, describe } from '../../http/endpoint.ts';
import { ApiError, methodNotAllowed, toApiError } from '../../http/error.ts';
import { bodyLimit } from '../../http/parse.ts';
import { answer, type PublicEndpoint, preflight, setCors, splitUrl } from '../../http/public-endpoint.ts';
import { readBody } from '../../http/read-body.ts';
import type { RequestMemory } from '../../http/request-memory.ts';
import { bearerToken, keyInUrl, sdkOf } from '../../http/sdk-request.ts';
import { type Authenticator, type KeyAccess, RefusedKey } from '../../projects/authenticate.ts';
import { noProject } from '../../projects/no-project.ts';
import type { ArrivingRuns } from '../../test-runs/arriving-runs.ts';
import { runOfRequest } from '../../test-runs/sent-run.ts';
import type { SdkRequests } from '../connection/sdk-requests.ts';
import { type Decoded, decode } from '../decode/decode.ts';
import { derivedUuid, type Recorded, type RecordedOutcome, replayedTime } from '../recorded.ts';
import { rejectedEvent } from './rejected-event.ts';
import { Rejections, rejectionOf } from './rejections.ts';
import { freeBody, type PublicRequest, requestRow, withShortBody } from './request-row.ts';
import { WholeBodies } from './whole-body.ts';

type Parts = {
  authenticator: Pick<Authenticator, 'publicKey'>;
  writer: Writer;
  events: EventStore;
  bodies: RequestBodies;
  arrivingRuns: ArrivingRuns;
  clock: Clock;
  memory: RequestMemory;
  sdkRequests: SdkRequests;
  report(error: unknown): void;
};

type Serve = (request: PublicRequest) => Promise<string>;

const noBytes = Buffer.alloc(0);

/**
 * Handles the common parts of all public POST endpoints: CORS, methods, bodies, keys, and a row for each rejected request. Uses
 * plain `node:http` objects, so that it works before Express and inside it.
 */
export class PublicRequests {
  readonly #parts: Parts;
  readonly #rejections: Rejections;
  readonly #wholeBodies: WholeBodies;
  /** Yields between the pieces of large bodies, so that small requests are not blocked. */
  readonly turns = new Turns();

  constructor(parts: Parts) {
    this.#parts = parts;
    const { writer, events, bodies, report } = parts;
    const now = () => performance.now();
    this.#rejections = new Rejections({ writer, add: (row) => events.addRejections(row), now, report });
    this.#wholeBodies = new WholeBodies({ writer, bodies, turns: this.turns, report });
  }

  /** Writes pending counts. */
  async close(): Promise<void> {
    await Promise.all([this.#rejections.close(), this.#wholeBodies.close()]);
  }

  /**
   * Creates an endpoint that requires a project key and answers the JSON of `serve`. Never throws: a failure becomes an answer
   * and a row.
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

  /** Reads the body and finds its project; throws ApiError if the request is rejected. */
  async read(request: PublicRequest, access: KeyAccess): Promise<{ decoded: Decoded; projectId: number }> {
    if (request.recorded === undefined) {
      const { bytes, hold } = await readBody(request.message, bodyLimit, this.#parts.memory);
      request.holds.push(hold);
      request.body = bytes;
    }
    // Reading large JSON is slow, so let other requests run first.
    if (request.body.length > requestMemory.smallBody) await this.turns.next();
    try {
      request.decoded = await this.#decode(request);
    } catch (error) {
      request.projectId ??= this.#projectOfRefused(request, access);
      throw error;
    }
    const projectId = this.#projectOf(request, access);
    request.projectId = projectId;
    return { decoded: request.decoded, projectId };
  }

  #decode(request: PublicRequest): Promise<Decoded> {
    const { body, query, message, holds } = request;
    const contentType = (message.headers['content-type'] ?? '').toLowerCase();
    const contentEncoding = message.headers['content-encoding'] ?? '';
    return decode(
      { body, query, contentType, contentEncoding },
      {
        limit: bodyLimit,
        memory: this.#parts.memory,
        turns: this.turns,
        holds,
        unpacked: (unpacked) => {
          request.unpacked = unpacked;
        },
        keyed: (sent) => {
          const key = bearerToken(message);
          request.sentKey =
            sent.key === undefined && key !== undefined
              ? { ...sent, key, keyPosition: 'the Authorization header' }
              : sent;
        },
      },
    );
  }

  /** Returns the project of a request with a valid key and invalid events. */
  #projectOfRefused(request: PublicRequest, access: KeyAccess): number | undefined {
    try {
      return request.sentKey === undefined ? undefined : this.#projectOf(request, access);
    } catch {
      return undefined;
    }
  }

  /** Returns the project of a request; for a recorded one the project it is replayed to, regardless of its key. */
  #projectOf({ recorded, query, sentKey: sent }: PublicRequest, access: KeyAccess): number {
    if (recorded?.keys === 'none' || (recorded?.keys === 'project' && sent?.key !== undefined))
      return recorded.projectId;
    const { publicKey } = this.#parts.authenticator;
    const { projectId } = publicKey(sent?.key, sent?.projectId ?? query.get('project_id'), access);
    return recorded?.projectId ?? projectId;
  }

  async #answer(message: IncomingMessage, response: ServerResponse, serve: Serve): Promise<void> {
    const served = await this.#serve(this.#requestOf(message), serve);
    if (served instanceof ApiError) answer(response, served.status, JSON.stringify(served.body), served.headers);
    else answer(response, 200, served);
  }

  /** Handles a request that was recorded elsewhere as if it arrived now, and leaves the same rows. Never throws. */
  async takeRecorded(message: IncomingMessage, recorded: Recorded, serve: Serve): Promise<RecordedOutcome> {
    const { projectId, body, testRun } = recorded;
    const inRun = testRun === undefined ? {} : { testRun: { name: testRun } };
    const request: PublicRequest = { ...this.#requestOf(message), projectId, body, recorded, ...inRun };
    const served = await this.#serve(request, serve);
    if (served instanceof ApiError) return { kind: 'rejected', reason: reasonOf(served.body.code) };
    return request.counts ? { kind: 'stored', ...request.counts } : { kind: 'spooled' };
  }

  /** Returns the body of the answer, or the error of a rejected request, which then has a row. */
  async #serve(request: PublicRequest, serve: Serve): Promise<string | ApiError> {
    let isRejected = true;
    try {
      const { method } = request.message;
      if (method !== 'POST') throw methodNotAllowed(method ?? '', 'POST, OPTIONS');
      const body = await serve(request);
      this.#record(request, 200, request.projectId ?? null);
      isRejected = false;
      return body;
    } catch (error) {
      const failure = toApiError(error, this.#parts.report);
      await this.#logRejection(request, failure);
      return failure;
    } finally {
      // The row of a rejected request is read from the body once the database can be written.
      this.#wholeBodies.keep(request, () => isRejected || freeBody(request));
      for (const hold of request.holds) hold.release();
    }
  }

  /** Records and answers a request that was rejected before its endpoint. */
  async refuse(message: IncomingMessage, error: unknown, projectId?: number): Promise<ApiError> {
    const failure = toApiError(error, this.#parts.report);
    await this.#logRejection({ ...this.#requestOf(message), ...withoutAbsent({ projectId }) }, failure);
    return failure;
  }

  /** Rejects a request that matches no endpoint, with a row in the project of its body. */
  async refuseStray(message: IncomingMessage, error: unknown): Promise<ApiError> {
    const failure = toApiError(error, this.#parts.report);
    const request = this.#requestOf(message);
    try {
      // An unread body still ends; one that was already read never would.
      if (!message.readableDidRead) await this.read(request, 'read').catch(() => {});
      await this.#logRejection(request, failure);
    } finally {
      for (const hold of request.holds) hold.release();
    }
    return failure;
  }

  /** Counts a request that was answered before its endpoint; its project is that of the key in its URL. */
  answered(message: IncomingMessage, status: number): void {
    const request = this.#requestOf(message);
    this.#record(request, status, this.#projectInUrl(request));
  }

  #projectInUrl({ path, query }: PublicRequest): number | null {
    try {
      return this.#parts.authenticator.publicKey(keyInUrl(path, query), undefined, 'read').projectId;
    } catch {
      return null;
    }
  }

  #record(request: PublicRequest, status: number, projectId: number | null, reason: RejectionReason | null = null) {
    const { message, sentKey, receivedAt: at } = request;
    // An app did not send this now.
    if (request.recorded !== undefined) return;
    this.#parts.sdkRequests.record({ message, status, at, projectId, reason, key: sentKey?.key });
  }

  #requestOf(message: IncomingMessage): PublicRequest {
    const [path, search] = splitUrl(message.url ?? '');
    const query = new URLSearchParams(search);
    return {
      message,
      path,
      barePath: path.replace(/\/$/, ''),
      query,
      testRun: runOfRequest(message, query),
      sdk: sdkOf(message, query.get('ver')),
      receivedAt: this.#parts.clock.now(),
      started: performance.now(),
      body: noBytes,
      holds: [],
    };
  }

  async #logRejection(request: PublicRequest, failure: ApiError): Promise<void> {
    const { writer, events, arrivingRuns, clock, report } = this.#parts;
    const { code, detail } = failure.body;
    const reason = reasonOf(code);
    const projectId = request.projectId ?? (failure instanceof RefusedKey ? failure.projectId : null);
    this.#record(request, failure.status, projectId, reason);
    try {
      const { recorded } = request;
      const uuid = recorded === undefined ? clock.uuid() : derivedUuid(recorded.replay, recorded.request);
      if (!this.#rejections.shouldStore(rejectionOf(request, projectId, reason), uuid, request.receivedAt)) return;
      const id = events.takeRequestId();
      request.logId = id;
      const kept = projectId === null ? withShortBody(requestRow(request)) : requestRow(request);
      const row = { ...kept, id, projectId, statusCode: failure.status, response: JSON.stringify(failure.body) };
      const durationUs = microsecondsSince(request.started);
      const write = () => {
        const { receivedAt, testRun, sdk } = request;
        const first = rejectedEvent(request.decoded, { now: receivedAt, uuid: clock.uuid, testRun, sdk });
        // A request of no known project belongs to no test run.
        const name = projectId === null ? null : (recorded?.testRun ?? first.testRun);
        const sender = { distinctId: first.distinctId, sdk: first.sdk ?? null };
        const run = arrivingRuns.resolve({ projectId: projectId ?? noProject, name, at: receivedAt, sender });
        const isNew = events.insertDiscard({
          projectId,
          uuid,
          status: 'rejected',
          reason,
          detail,
          event: first.event,
          distinctId: first.distinctId,
          receivedAt,
          requestId: id,
          json: '{}',
          timestamp:
            recorded === undefined ? receivedAt : replayedTime(recorded.at, recorded, receivedAt, first.warnings),
          warnings: [...first.warnings, ...run.warnings],
          testRunId: run.id,
        });
        // A recorded request may already have its row.
        if (isNew) events.insertRequest({ ...row, durationUs, accepted: 0, dropped: 0 });
      };
      await writer.run(write).catch((error) => {
        if (!isDatabaseError(error)) throw error;
        // The client does not wait for the row.
        writer.runWithRetry(write).catch(report);
      });
    } catch (error) {
      report(error);
    }
  }
}

const reasonOf = (code: string): RejectionReason => rejectionReason.catch('error').parse(code);

export const microsecondsSince = (started: number) => Math.round((performance.now() - started) * 1000);
