import type { IncomingMessage } from 'node:http';
import { BoundedCache, bytesOfText } from '../../core/bounded-cache.ts';
import type { Hold } from '../../core/byte-budget.ts';
import { hiddenText, maskKey } from '../../core/key-format-contract.ts';
import { requestMemory } from '../../core/limits-contract.ts';
import { maskEncodedKeys } from '../../core/mask-keys.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { clientIp, headersOf, splitUrl } from '../../http/public-endpoint.ts';
import { keyInUrl } from '../../http/sdk-request.ts';
import { testRunPrefix } from '../../http/test-run-path.ts';
import type { SentRun } from '../../test-runs/sent-run.ts';
import { keepBody } from '../decode/body.ts';
import { claimedCompression, type Decoded, isGzip, type SentKey, type Unpacked } from '../decode/decode.ts';
import type { SliceResult } from '../ingest.ts';
import type { Recorded } from '../recorded.ts';

/** A public request while it is handled. `started`: ms of the monotonic clock. */
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
  /** The decompressed body, also if its JSON is invalid. */
  unpacked?: Pick<Unpacked, 'compression' | 'text'>;
  /** Its key, also if its events are invalid. */
  sentKey?: SentKey;
  decoded?: Decoded;
  projectId?: number | undefined;
  testRun: SentRun | undefined;
  /** The name of the SDK that sent it. */
  sdk: string | null;
  /** Its id in the request log, if it is logged. */
  logId?: number;
  /** Set for a request that was recorded elsewhere and arrives again. */
  recorded?: Recorded;
  /** The stored counts; null while a part is in the spool. */
  counts?: SliceResult | null;
};

/**
 * Frees a large body, which nobody may read again. As garbage, bodies would fill as much memory as the heap before they are
 * collected.
 */
export function freeBody({ body, unpacked, recorded }: PublicRequest): void {
  // The body of a recorded request belongs to its recording.
  if (recorded !== undefined) return;
  for (const { buffer, length } of [body, unpacked?.text ?? body]) {
    // A small one may share its memory with others.
    const isLarge = length > requestMemory.smallBody;
    if (isLarge && buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
  }
}

/** Names of headers with a secret value, such as `x-api-key`. */
const secretHeader = /^cookie$|(?:^|-)(?:authorization|token|secret|password|api-?key)$/;
/** Returns the key of a request and its place. */
function keyOf({ sentKey, path, query }: PublicRequest) {
  if (sentKey !== undefined) return { key: sentKey.key, position: sentKey.keyPosition };
  return { key: keyInUrl(path, query), position: 'the URL' };
}

/** Processed headers by raw headers, since clients repeat them. */
const knownHeaders = new BoundedCache<string, string>({ entries: 500, bytes: 1024 * 1024, bytesOf: bytesOfText });
const maxKnownHeaders = 4096;

/** Reports whether raw headers have content-length at an index; each name is followed by its value. */
const isContentLength = (text: string, index: number) =>
  index % 2 === 0 && text.length === 14 && text.toLowerCase() === 'content-length';

/** Serializes headers without keys and secrets. A content-length that is `bodyBytes` is null, so that senders repeat the rest. */
function keptHeaders(message: IncomingMessage, bodyBytes: number): string {
  const { rawHeaders } = message;
  const isLengthKnown = message.headers['content-length'] === String(bodyBytes);
  const length = isLengthKnown ? rawHeaders.findIndex(isContentLength) + 1 : 0;
  // A header cannot contain a line break.
  const sent = (length > 0 ? rawHeaders.with(length, '\n') : rawHeaders).join('\n');
  const known = knownHeaders.get(sent);
  if (known !== undefined) return known;
  const headers: Record<string, string | null> = headersOf(message);
  const secrets = Object.keys(headers).filter((name) => secretHeader.test(name));
  for (const name of secrets) headers[name] = hiddenText;
  if (isLengthKnown) headers['content-length'] = null;
  const written = JSON.stringify(headers);
  const kept = maskEncodedKeys(written);
  const hasSecret = secrets.length > 0 || kept !== written;
  // Secrets are not cached.
  if (!hasSecret && sent.length <= maxKnownHeaders) knownHeaders.set(sent, kept);
  return kept;
}

/** Returns the row of a request, without its counts. */
export function requestRow(publicRequest: PublicRequest) {
  const { message, body, unpacked, ...request } = publicRequest;
  const { key, position } = keyOf(publicRequest);
  const bodyBytes = body.length === 0 ? Number(message.headers['content-length'] ?? 0) : body.length;
  return {
    projectId: request.projectId ?? null,
    receivedAt: request.receivedAt,
    method: message.method ?? '',
    path: maskEncodedKeys(testRunPrefix(message) + request.path),
    query: maskEncodedKeys(splitUrl(message.url ?? '')[1]),
    headers: keptHeaders(message, bodyBytes),
    ip: clientIp(message),
    compression: unpacked?.compression ?? claimedOf(publicRequest),
    bodyBytes,
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

/** Of a body that could not be unpacked. */
const claimedOf = ({ message: { headers }, query, body }: PublicRequest) =>
  claimedCompression({ body, query, contentEncoding: headers['content-encoding'] ?? '' });

/** Characters kept of a body without a valid key: enough to recognize its sender. */
const unassignedBodyLength = 4096;

export function withShortBody(row: ReturnType<typeof requestRow>): ReturnType<typeof requestRow> {
  if (row.body.length <= unassignedBodyLength) return row;
  return { ...row, body: cutText(row.body, unassignedBodyLength), bodyTruncated: true };
}

/** Reports whether a body is compressed or declared to be. */
function isPacked({ headers }: IncomingMessage, query: URLSearchParams, body: Buffer): boolean {
  const isSaid = query.has('compression') || headers['content-encoding'] !== undefined;
  return body.length > 0 && (isSaid || isGzip(body));
}
