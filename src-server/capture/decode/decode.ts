import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Hold } from '../../core/byte-budget.ts';
import { isJsonObject, type JsonObject } from '../../core/contract.ts';
import { skipSpace } from '../../core/json/json-scan.ts';
import { requestMemory } from '../../core/limits-contract.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { quoteSent } from '../../core/text/quote-sent.ts';
import type { Turns } from '../../core/turns.ts';
import { type Compression, formKeyPosition } from '../../events/contract.ts';
import { malformed, requestTooLarge, validationError } from '../../http/error.ts';
import type { RequestMemory } from '../../http/request-memory.ts';
import { type Form, readForm } from './form.ts';
import { decompressLz64, NotLz64, TooLarge } from './lz64.ts';
import { type EventBody, NotEvents, readParsed, readUnparsed } from './read-events.ts';

/** A public request; `contentType` and `contentEncoding` are headers, '' if absent. */
export type Encoded = { body: Buffer; query: URLSearchParams; contentType: string; contentEncoding: string };

/** The API key of a body, where it was found, and the unparsed project field sent with a personal key. */
export type SentKey = { key: string | undefined; keyPosition: string | undefined; projectId: unknown };

/** A decoded body. `text`: its JSON. */
export type Decoded = EventBody & {
  compression: Compression;
  text: Buffer;
  isUtf8: boolean;
  /** The client's time of sending, as sent. */
  sentAt: unknown;
};

type Zipped = Exclude<Compression, 'none' | 'lz64' | 'base64'>;

/**
 * The limits of decoding. The caller releases the memory in `holds`. `unpacked` is called with the decompressed
 * body before its JSON is read, and `keyed` with its key, also if its events are invalid.
 */
export type DecodeContext = {
  limit: number;
  memory: RequestMemory;
  turns: Turns;
  holds: Hold[];
  unpacked(unpacked: Unpacked): void;
  keyed(key: SentKey): void;
};

/** Unpacks by compression: at once, and off the main thread. */
const unpackers = {
  gzip: [zlib.gunzipSync, promisify(zlib.gunzip)],
  deflate: [zlib.inflateSync, promisify(zlib.inflate)],
  br: [zlib.brotliDecompressSync, promisify(zlib.brotliDecompress)],
  zstd: [zlib.zstdDecompressSync, promisify(zlib.zstdDecompress)],
} as const;

/** Larger compressed bodies are decompressed off the main thread. */
const maxSyncUnpackBytes = 2048;
/** Longer keys and times are cut before they are checked. */
const maxFieldLength = 1000;

/**
 * Decodes a body: compression, form, JSON, key. Throws ApiError: 413 at `limit` bytes, 400 `no_data` or
 * `invalid_payload`, 503 without room.
 */
export async function decode(encoded: Encoded, context: DecodeContext): Promise<Decoded> {
  if (encoded.body.length === 0) throw noData();
  const unpacked = await unpack(encoded, context);
  context.unpacked(unpacked);
  const { compression, text, form } = unpacked;
  if (skipSpace(text, 0) === text.length) throw noData();
  // Events of small bodies stay parsed while there is memory.
  const parsing = text.length <= requestMemory.parsedOnce ? context.memory.parsed.take(text.length) : undefined;
  if (parsing !== undefined) context.holds.push(parsing);
  const isSmall = parsing !== undefined && text.length <= requestMemory.smallBody;
  try {
    const { body, head } = isSmall ? readParsed(text) : await readUnparsed(text, context.turns, parsing !== undefined);
    context.keyed(findKey(form, head));
    return {
      ...body,
      compression,
      text,
      isUtf8: isUtf8(text),
      sentAt: body.form === 'array' ? undefined : givenField(head.sent_at),
    };
  } catch (error) {
    if (error instanceof NotEvents) context.keyed(findKey(form, error.head));
    throw error;
  }
}

export type Unpacked = { compression: Compression; text: Buffer; form: Form | undefined };

async function unpack(encoded: Encoded, context: DecodeContext): Promise<Unpacked> {
  const named = compressionOf(encoded.query.get('compression'));
  const isForm = encoded.contentType.startsWith('application/x-www-form-urlencoded');
  if (isForm && !isGzip(encoded.body)) {
    const isZipped = named === undefined && compressionOf(encoded.contentEncoding) === 'gzip';
    const unzipped = isZipped ? await unzip(encoded.body, 'gzip', context) : encoded.body;
    if (!isJson(unzipped)) return unpackForm(unzipped, named, context);
  }
  const compression = claimed(encoded);
  const text = await inflate(encoded.body, compression, context);
  if (isForm && !isJson(text)) return unpackForm(text, undefined, context, compression);
  return { compression, text, form: undefined };
}

const claimed = ({ body, query, contentEncoding }: Pick<Encoded, 'body' | 'query' | 'contentEncoding'>): Compression =>
  compressionOf(query.get('compression')) ?? compressionOf(contentEncoding) ?? (isGzip(body) ? 'gzip' : 'none');

/** Returns the compression that a request names, or that its body begins with; 'none' if it has an unknown name. */
export function claimedCompression(encoded: Pick<Encoded, 'body' | 'query' | 'contentEncoding'>): Compression {
  try {
    return claimed(encoded);
  } catch {
    return 'none';
  }
}

/** Reports whether a body labeled as a form is JSON (curl -d labels any body a form). */
function isJson(text: Buffer): boolean {
  const json = withoutMark(text);
  const first = json[skipSpace(json, 0)];
  return first === 0x7b || first === 0x5b;
}

async function unpackForm(
  body: Buffer,
  named: Compression | undefined,
  context: DecodeContext,
  outer: Compression = 'none',
): Promise<Unpacked> {
  context.holds.push(await context.memory.text(body.length));
  const form = readForm(body);
  const compression = named ?? compressionOf(form.compression);
  if (compression !== undefined && compression !== 'none') {
    const data = compression in unpackers ? fromBase64(form.data) : form.data;
    return { compression, text: await inflate(data, compression, context), form };
  }
  const text = isJson(form.data) ? undefined : textFromBase64(form.data);
  if (text === undefined || !isJson(text)) return { compression: outer, text: form.data, form };
  return { compression: 'base64', text, form };
}

/** Decodes base64, where form decoding turned each `+` into a space. */
const fromBase64 = (data: Buffer): Buffer => Buffer.from(data.toString('latin1').trim().replaceAll(' ', '+'), 'base64');

/** Decodes base64 text. posthog-js, to 1.300 and later, encodes an emoji as two surrogates of three bytes each. */
function textFromBase64(data: Buffer): Buffer {
  const text = withoutMark(fromBase64(data));
  return isUtf8(text) ? text : joinSurrogates(text);
}

/** Encodes each pair of surrogates as one character, in place. */
function joinSurrogates(text: Buffer): Buffer {
  /** Returns the ten bits of a surrogate, whose second byte begins with `kind`. */
  const bitsAt = (at: number, kind: number) => {
    if (text[at] !== 0xed) return undefined;
    const [second = 0, third = 0] = text.subarray(at + 1, at + 3);
    return second >> 4 === kind && third >> 6 === 2 ? ((second & 15) << 6) | (third & 63) : undefined;
  };
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const high = bitsAt(at, 0xa);
    const low = high === undefined ? undefined : bitsAt(at + 3, 0xb);
    if (high === undefined || low === undefined) {
      text[length++] = text[at++] ?? 0;
    } else {
      length += text.write(String.fromCodePoint(0x10000 + (high << 10) + low), length);
      at += 6;
    }
  }
  return text.subarray(0, length);
}

function compressionOf(name: string | null = null): Compression | undefined {
  const given = name?.trim().toLowerCase() ?? '';
  switch (given) {
    case '':
      return undefined;
    case 'gzip':
    case 'gzip-js':
    case 'x-gzip':
      return 'gzip';
    case 'lz64':
    case 'base64':
    case 'deflate':
    case 'br':
    case 'zstd':
      return given;
    case 'none':
    case 'identity':
      return 'none';
    default:
      throw malformed(
        `the compression must be gzip, gzip-js, deflate, br, zstd, lz64 or base64; got ${quoteSent(name)}`,
      );
  }
}

async function inflate(body: Buffer, compression: Compression, context: DecodeContext): Promise<Buffer> {
  if (compression === 'none') return withoutMark(body);
  if (compression === 'lz64') return inflateLz64(body, context);
  if (compression !== 'base64') return withoutMark(await unzip(body, compression, context));
  context.holds.push(await context.memory.text(body.length));
  return textFromBase64(body);
}

async function inflateLz64(body: Buffer, { limit, memory, turns, holds }: DecodeContext): Promise<Buffer> {
  const hold = await memory.text(limit);
  holds.push(hold);
  try {
    const base64 = body.toString('latin1').trim().replaceAll(' ', '+');
    // A UTF-16 unit takes at least a byte; the exact check in bytes follows.
    const text = Buffer.from(await decompressLz64(base64, limit, turns));
    if (text.length >= limit) throw requestTooLarge(limit);
    hold.resize(text.length);
    return text;
  } catch (error) {
    if (error instanceof TooLarge) throw requestTooLarge(limit);
    if (error instanceof NotLz64) throw malformed('the lz64 data cannot be read');
    throw error;
  }
}

/** Takes room for the size that gzip gives at its end, or for the limit if that is exceeded or not given. */
async function unzip(body: Buffer, compression: Zipped, { limit, memory, holds }: DecodeContext): Promise<Buffer> {
  const [atOnce, inBackground] = unpackers[compression];
  const last = compression !== 'gzip' ? limit : body.length < 4 ? 1 : body.readUInt32LE(body.length - 4);
  const claimed = Math.max(1, Math.min(last, limit - 1));
  for (let maxBytes = claimed; ; maxBytes = limit - 1) {
    const hold = await memory.text(maxBytes);
    try {
      const options = { maxOutputLength: maxBytes };
      const unpacked = body.length <= maxSyncUnpackBytes ? atOnce(body, options) : await inBackground(body, options);
      hold.resize(unpacked.length);
      holds.push(hold);
      return unpacked;
    } catch (error) {
      hold.release();
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE')
        throw malformed(`the ${compression} data cannot be read`);
      if (maxBytes === limit - 1) throw requestTooLarge(limit);
    }
  }
}

export const isGzip = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b && body[2] === 0x08;

/** Strips a byte-order mark. */
const withoutMark = (text: Buffer) => text.subarray(text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 3 : 0);

/** Copies a text, so that the body can be freed; undefined unless it can be a key or a time. */
const shortField = (value: unknown) =>
  typeof value === 'string' ? cutText(value, maxFieldLength) : typeof value === 'number' ? value : undefined;

function findKey(form: Form | undefined, data: JsonObject): SentKey {
  const projectId = projectIdOf(form, data);
  for (const { keyPosition, read } of keyPlaces) {
    const value = read(form, data);
    if (typeof value === 'string' && value !== '')
      return { key: cutText(value, maxFieldLength), keyPosition, projectId };
  }
  return { key: undefined, keyPosition: undefined, projectId };
}

/** Places of a key, by priority. */
const keyPlaces: { keyPosition: string; read(form: Form | undefined, data: JsonObject): unknown }[] = [
  { keyPosition: `${formKeyPosition}api_key`, read: (form) => form?.api_key },
  { keyPosition: `${formKeyPosition}token`, read: (form) => form?.token },
  { keyPosition: '$token', read: (_form, data) => data.$token },
  { keyPosition: 'token', read: (_form, data) => data.token },
  { keyPosition: 'api_key', read: (_form, data) => data.api_key },
  {
    keyPosition: 'properties.token',
    read: (_form, { properties }) => (isJsonObject(properties) ? properties.token : undefined),
  },
];

const projectIdOf = (form: Form | undefined, { project_id: sent }: JsonObject) => givenField(form?.project_id ?? sent);

/** Reads a field like `shortField`; for other types only the presence matters. */
const givenField = (value: unknown): unknown =>
  value === undefined || value === null ? value : (shortField(value) ?? false);

const noData = () => validationError('no_data', 'No data found: the body is empty.');
