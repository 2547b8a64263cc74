import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import type { JsonObject } from '../http/contract.ts';
import { requestTooLarge, validationError } from '../http/error.ts';
import { decompressLz64, TooLarge } from './lz64.ts';

/** What a public request sent: `contentType` and `contentEncoding` are its headers, '' when absent. */
export type Encoded = { body: Buffer; query: URLSearchParams; contentType: string; contentEncoding: string };

/**
 * A body once read. `compression` says how it was packed, `text` is the JSON that was in it. `key` and `keyPosition` tell
 * which API key came with it and where; `envelope` is the object that was sent ({} for an array).
 */
export type Decoded = {
  compression: Compression;
  text: string;
  form: 'single' | 'array' | 'batch';
  events: JsonObject[];
  envelope: JsonObject;
  key: string | undefined;
  keyPosition: string | undefined;
  /** The field beside a personal key that names its project, as sent. */
  projectId: unknown;
};

export type Compression = 'none' | 'gzip' | 'lz64' | 'base64';

const gunzipAsync = promisify(gunzip);

/** Larger compressed bodies are unpacked off the thread that answers. */
const unpackHere = 2048;

/**
 * Reads a body by decisions 1: compression, form, JSON, key. Throws ApiError: 413 when it is not under `limit` bytes, 400
 * `no_data` and `invalid_payload` when it cannot be read.
 */
export async function decode(encoded: Encoded, limit: number): Promise<Decoded> {
  if (encoded.body.length === 0) throw noData();
  const unpacked = await unpack(encoded, limit);
  if (unpacked.text.trim() === '') throw noData();
  const data = parseJson(unpacked.text);
  return { ...unpacked, ...readShape(data, unpacked.form) };
}

type Unpacked = { compression: Compression; text: string; form: URLSearchParams | undefined };

async function unpack(encoded: Encoded, limit: number): Promise<Unpacked> {
  const named = compressionOf(encoded.query.get('compression'));
  const isForm = encoded.contentType.startsWith('application/x-www-form-urlencoded');
  if (isForm && !isGzip(encoded.body)) {
    const unzipped = named === undefined ? await byEncoding(encoded, limit) : encoded.body;
    const form = readForm(textOf(unzipped));
    if (form !== undefined) return unpackForm(form, named, limit);
  }
  const compression = named ?? compressionOf(encoded.contentEncoding) ?? (isGzip(encoded.body) ? 'gzip' : 'none');
  const text = await inflate(encoded.body, compression, limit);
  const form = isForm ? readForm(text) : undefined;
  return form === undefined ? { compression, text, form: undefined } : unpackForm(form, undefined, limit, compression);
}

async function byEncoding({ body, contentEncoding }: Encoded, limit: number): Promise<Buffer> {
  return compressionOf(contentEncoding) === 'gzip' ? inflateGzip(body, limit) : body;
}

/** The field `data` of a form; undefined when the body only claims to be one (curl -d names any body a form). */
function readForm(text: string): URLSearchParams | undefined {
  if (/^\s*[{[]/.test(text)) return undefined;
  const form = new URLSearchParams(text);
  if (!form.has('data')) throw validationError('no_data', 'No data found: the form has no field "data".');
  return form;
}

async function unpackForm(
  form: URLSearchParams,
  named: Compression | undefined,
  limit: number,
  outer: Compression = 'none',
): Promise<Unpacked> {
  const data = form.get('data') ?? '';
  const compression = named ?? compressionOf(form.get('compression'));
  if (compression === undefined || compression === 'none') {
    const plain = base64Json(data);
    return plain === undefined
      ? { compression: outer, text: data, form }
      : { compression: 'base64', text: plain, form };
  }
  const bytes = Buffer.from(data.replaceAll(' ', '+'), compression === 'gzip' ? 'base64' : 'utf8');
  return { compression, text: await inflate(bytes, compression, limit), form };
}

/** The text behind base64 when that is JSON; spaces stand for the `+` that a form decoder took away. */
function base64Json(data: string): string | undefined {
  if (/^\s*[{[]/.test(data)) return undefined;
  const text = Buffer.from(data.replaceAll(' ', '+'), 'base64').toString('utf8');
  try {
    parseJson(text);
    return text;
  } catch {
    return undefined;
  }
}

function compressionOf(name: string | null): Compression | undefined {
  switch (name?.trim().toLowerCase() ?? '') {
    case '':
      return undefined;
    case 'gzip':
    case 'gzip-js':
    case 'x-gzip':
      return 'gzip';
    case 'lz64':
    case 'base64':
      return name?.trim().toLowerCase() as Compression;
    case 'none':
    case 'identity':
      return 'none';
    default:
      throw malformed(`the compression "${name?.slice(0, 40)}" is not known; use gzip, gzip-js, lz64 or base64`);
  }
}

async function inflate(body: Buffer, compression: Compression, limit: number): Promise<string> {
  if (compression === 'gzip') return textOf(await inflateGzip(body, limit));
  if (compression === 'none') return textOf(body);
  const base64 = body.toString('latin1').trim().replaceAll(' ', '+');
  if (compression === 'base64') return textOf(Buffer.from(base64, 'base64'));
  try {
    // A unit of text is at least a byte: the exact check in bytes follows.
    const text = decompressLz64(base64, limit);
    if (Buffer.byteLength(text) >= limit) throw requestTooLarge(limit);
    return text;
  } catch (error) {
    if (error instanceof TooLarge) throw requestTooLarge(limit);
    if (error instanceof Error && error.message.startsWith('not an')) throw malformed('the lz64 data cannot be read');
    throw error;
  }
}

async function inflateGzip(body: Buffer, limit: number): Promise<Buffer> {
  const options = { maxOutputLength: limit - 1 };
  try {
    return body.length <= unpackHere ? gunzipSync(body, options) : await gunzipAsync(body, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw requestTooLarge(limit);
    throw malformed('the gzip data cannot be read');
  }
}

export const isGzip = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b && body[2] === 0x08;

/** UTF-8 with any byte-order mark taken off; lone surrogates cannot come out of it. */
const textOf = (bytes: Buffer) => bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0);

/** JSON where a bare `NaN` or `Infinity`, which Python writes, is null. Throws 400 `invalid_payload`. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (/NaN|Infinity/.test(text)) {
      const cleaned = text.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?Infinity|NaN/g, (token) =>
        token.startsWith('"') ? token : 'null',
      );
      try {
        return JSON.parse(cleaned);
      } catch {
        // The first error names what the client really sent.
      }
    }
    throw malformed((error as Error).message.replace(/, ?"[\s\S]*" is not valid JSON$/, ', not valid JSON'));
  }
}

type Shape = Pick<Decoded, 'form' | 'events' | 'envelope' | 'key' | 'keyPosition' | 'projectId'>;

function readShape(data: unknown, form: URLSearchParams | undefined): Shape {
  if (Array.isArray(data)) {
    const events = data.map((event, index) => objectAt(event, `[${index}]`));
    return { form: 'array', events, envelope: {}, ...findKey(form, events[0] ?? {}) };
  }
  const envelope = objectAt(data, '');
  if (envelope.batch === undefined) {
    return { form: 'single', events: [envelope], envelope, ...findKey(form, envelope) };
  }
  if (!Array.isArray(envelope.batch)) throw malformed('"batch" must be an array');
  const events = envelope.batch.map((event, index) => objectAt(event, `batch[${index}]`));
  return { form: 'batch', events, envelope, ...findKey(form, envelope) };
}

function objectAt(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw malformed(`${path === '' ? 'the event' : path} must be an object`);
  const { properties } = value;
  if (properties === undefined || properties === null || isObject(properties)) return value;
  throw malformed(`${path === '' ? '' : `${path}.`}properties must be an object`);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findKey(
  form: URLSearchParams | undefined,
  data: JsonObject,
): Pick<Decoded, 'key' | 'keyPosition' | 'projectId'> {
  const properties = isObject(data.properties) ? data.properties : {};
  const places: [string, unknown][] = [
    ['form api_key', form?.get('api_key')],
    ['form token', form?.get('token')],
    ['$token', data.$token],
    ['token', data.token],
    ['api_key', data.api_key],
    ['properties.token', properties.token],
  ];
  const found = places.find(([, value]) => typeof value === 'string' && value !== '');
  return {
    key: found?.[1] as string | undefined,
    keyPosition: found?.[0],
    projectId: form?.get('project_id') ?? data.project_id,
  };
}

const noData = () => validationError('no_data', 'No data found: the body is empty.');

const malformed = (what: string) => validationError('invalid_payload', `Malformed request data: ${what}.`);
