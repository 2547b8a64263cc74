import { isJsonObject, type JsonObject } from '../../core/contract.ts';
import {
  type Elements,
  type Extent,
  hasMoreValues,
  isArrayAt,
  isObjectAt,
  runsOf,
  type Scan,
  scanContainer,
  scanForArrays,
  skipSpace,
  TooDeepError,
} from '../../core/json/json-scan.ts';
import { typeWords } from '../../core/json/json-type-contract.ts';
import { jsonProblem, parseLenientJson } from '../../core/json/lenient-json.ts';
import { bodyTextBytes, maxEventValues } from '../../core/limits-contract.ts';
import { plain } from '../../core/text/numbers-contract.ts';
import type { Turns } from '../../core/turns.ts';
import { ApiError, malformed } from '../../http/error.ts';
import { placeInJson, placeWords } from '../../http/malformed-contract.ts';

/** Adjacent events of a body; `bytes` is the JSON still to be parsed, 0 if none. */
export type EventRun = { bytes: number; isLast: boolean; parse(): readonly JsonObject[] };

/** A validated body. `envelope` is the sent object without its batch; {} for an array. */
export type EventBody = {
  form: 'single' | 'array' | 'batch';
  envelope(): JsonObject;
  runs(): Iterable<EventRun>;
};

/** The body, and the object that may contain the key: the envelope, or the first event of an array. */
type Read = { body: EventBody; head: JsonObject };

/** Thrown for JSON without valid events. `head`: the object that may contain the key. */
export class NotEvents extends ApiError {
  readonly head: JsonObject;

  constructor({ status, body }: ApiError, head: unknown) {
    super(status, body);
    this.head = headOf(head);
  }
}

const headOf = (sent: unknown): JsonObject => (isJsonObject(sent) ? sent : {});

/** Adds the head to the error that `read` throws. */
function withHead<Found>(head: unknown, read: () => Found): Found {
  try {
    return read();
  } catch (error) {
    throw error instanceof ApiError ? new NotEvents(error, head) : error;
  }
}

/** Maximum nesting of a body, since parsing millions of levels takes seconds. Events are dropped beyond `maxJsonLevels`. */
const deepestBody = 10_000;
/** Maximum occurrences of "batch" in an envelope; the last one counts. */
const maxBatches = 100;
/** Milliseconds of checking before the thread is yielded. */
const checkMs = 4;

/** Reads a small body at once; its events stay parsed. Throws 400 `invalid_payload`. */
export function readParsed(json: Buffer): Read {
  const data = parse(json.toString(), json);
  return withHead(Array.isArray(data) ? data[0] : data, () => eventsOf(data));
}

function eventsOf(data: unknown): Read {
  const runsOfEvents = (events: JsonObject[]) => () => [{ bytes: 0, isLast: true, parse: () => events }];
  if (Array.isArray(data)) {
    const events = data.map((event, index) => eventAt(event, `[${index}]`));
    return { body: { form: 'array', envelope: () => ({}), runs: runsOfEvents(events) }, head: events[0] ?? {} };
  }
  const envelope = eventAt(data, '');
  const form = formOf(envelope);
  const events =
    form === 'single' ? [envelope] : batchOf(envelope).map((event, index) => eventAt(event, `batch[${index}]`));
  return { body: { form, envelope: () => envelope, runs: runsOfEvents(events) }, head: envelope };
}

/**
 * Reads a body of any size. Parses each event to check it. `keepsEvents`: keeps them parsed; otherwise keeps only the bytes, and
 * each `runs` parses them again. Throws 400 `invalid_payload`.
 */
export async function readUnparsed(json: Buffer, turns: Turns, keepsEvents: boolean): Promise<Read> {
  const start = skipSpace(json, 0);
  if (isArrayAt(json, start)) {
    const array = { start, end: await inTurns(scanContainer(json, start, deepestBody), turns) };
    const checked = await check(json, array, '', turns, keepsEvents);
    if (skipSpace(json, array.end) < json.length)
      parse(`[]${json.toString('utf8', array.end)}`, json, from(array.end - 2));
    return { body: { form: 'array', envelope: () => ({}), runs: () => checked.runs }, head: headOf(checked.first) };
  }
  const wanted = { name: 'batch', max: maxBatches + 1, levels: deepestBody };
  const arrays = isObjectAt(json, start) ? await inTurns(scanForArrays(json, start, wanted), turns) : [];
  if (arrays.length > maxBatches) throw malformed('"batch" must occur once');
  const rest = arrays.length === 0 ? json : withEmptyArrays(json, arrays);
  requireFewValues(rest, { start: 0, end: rest.length }, 'it');
  const inBody = (at: number) => inWhole(json, arrays, at);
  const read = () => parse(rest.toString(), json, inBody);
  const envelope = () => eventAt(read(), '');
  const sent = read();
  const head = withHead(sent, () => eventAt(sent, ''));
  const form = withHead(head, () => formOf(head));
  const batch = form === 'batch' ? arrays.at(-1) : undefined;
  const single = { bytes: json.length, isLast: true, parse: () => [envelope()] };
  let runs: Iterable<EventRun> = [single];
  for (const array of arrays) {
    const isBatch = array === batch;
    const checked = await check(json, array, isBatch ? 'batch' : null, turns, isBatch && keepsEvents, head);
    if (isBatch) runs = checked.runs;
  }
  return { body: { form, envelope, runs: () => runs }, head };
}

/** Scans in turns, so that small requests get in between. Throws 400 for brackets that are nested too deeply. */
async function inTurns<Found>(scan: Scan<Found>, turns: Turns): Promise<Found> {
  try {
    let step = scan.next();
    for (; !step.done; step = scan.next()) await turns.next();
    return step.value;
  } catch (error) {
    if (error instanceof TooDeepError) throw malformed(`it must be nested at most ${deepestBody} levels deep`);
    throw error;
  }
}

function formOf(envelope: JsonObject): 'single' | 'batch' {
  if (envelope.batch === undefined) return 'single';
  batchOf(envelope);
  return 'batch';
}

function batchOf({ batch }: JsonObject): unknown[] {
  if (Array.isArray(batch)) return batch;
  throw malformed(`"batch" must be an array; got ${typeWords(batch)}`);
}

/** `first`: the first element, if the array has a path. */
type Checked = { first: unknown; runs: Iterable<EventRun> };

/**
 * Parses the elements of an array at `path`; without `path` they need not be events. Reports invalid JSON before elements that are
 * not events, as parsing the whole body would.
 */
async function check(
  json: Buffer,
  array: Extent,
  path: string | null,
  turns: Turns,
  keepsEvents: boolean,
  head?: JsonObject,
): Promise<Checked> {
  const kept: EventRun[] = [];
  let first: unknown;
  let shapeError: ApiError | undefined;
  let index = 0;
  let since = performance.now();
  for (const run of runsOf(json, array, bodyTextBytes)) {
    // Smaller events cannot have too many values.
    withHead(head ?? first, () => requireFewValues(json, run, 'an event'));
    const elements = parseElements(json, run);
    if (keepsEvents) kept.push({ bytes: 0, isLast: run.isLast, parse: () => elements as JsonObject[] });
    for (const element of elements) {
      if (path === null || shapeError !== undefined) continue;
      if (index === 0) first = element;
      try {
        eventAt(element, `${path}[${index}]`);
      } catch (error) {
        shapeError = error as ApiError;
      }
      index += 1;
    }
    if (performance.now() - since < checkMs) continue;
    await turns.next();
    since = performance.now();
  }
  if (shapeError !== undefined) throw new NotEvents(shapeError, head ?? first);
  return { first, runs: keepsEvents ? kept : { [Symbol.iterator]: () => runsAgain(json, array) } };
}

function* runsAgain(json: Buffer, array: Extent): Generator<EventRun> {
  for (const run of runsOf(json, array, bodyTextBytes)) {
    const { start, end, isLast } = run;
    yield { bytes: end - start, isLast, parse: () => parseElements(json, run) as JsonObject[] };
  }
}

/** Throws 400 whenever JSON.parse of the whole array would fail. */
function parseElements(json: Buffer, { start, end, count, isLast }: Elements): unknown[] {
  const text = json.toString('utf8', start, end);
  const elements = parse(isLast ? `[${text}` : `[${text}]`, json, from(start - 1)) as unknown[];
  const isWholeArrayEmpty = count === 1 && isLast && elements.length === 0 && json[start - 1] === 0x5b;
  // A trailing comma; the parser reports it only after an element.
  if (elements.length !== count && !isWholeArrayEmpty) parse(`[0,${text}]`, json, from(start - 3));
  return elements;
}

/** Replaces each array with `[]`: the rest still needs a check. */
function withEmptyArrays(json: Buffer, arrays: Extent[]): Buffer {
  const bytes = arrays.reduce((left, { start, end }) => left - (end - start) + emptyOf(json, end).length, json.length);
  const rest = Buffer.allocUnsafe(bytes);
  let length = 0;
  let copied = 0;
  for (const { start, end } of arrays) {
    length += json.copy(rest, length, copied, start);
    length += rest.write(emptyOf(json, end), length);
    copied = end;
  }
  json.copy(rest, length, copied);
  return rest;
}

/** Returns an empty array; an unclosed one stays unclosed. */
const emptyOf = (json: Buffer, end: number) => (json[end - 1] === 0x5d ? '[]' : '[');

/** Returns where a byte behind emptied arrays stands in the body. */
function inWhole(json: Buffer, arrays: readonly Extent[], at: number): number {
  let place = at;
  for (const { start, end } of arrays) {
    const { length } = emptyOf(json, end);
    if (place >= start + length) place += end - start - length;
  }
  return place;
}

function requireFewValues(json: Buffer, extent: Extent, what: string): void {
  if (!hasMoreValues(json, extent, maxEventValues)) return;
  throw malformed(`${what} must hold at most ${plain(maxEventValues, 0)} values; split it into several events`);
}

function eventAt(value: unknown, path: string): JsonObject {
  if (!isJsonObject(value))
    throw malformed(`${path === '' ? 'the event' : path} must be an object; got ${typeWords(value)}`);
  const { properties } = value;
  if (properties === undefined || properties === null || isJsonObject(properties)) return value;
  throw malformed(`${path === '' ? '' : `${path}.`}properties must be an object; got ${typeWords(properties)}`);
}

const from = (offset: number) => (at: number) => offset + at;

/** Parses a text; errors give the position in the body. `inBody` returns the place of a byte of the text there. */
function parse(text: string, json: Buffer, inBody: (at: number) => number = from(0)): unknown {
  try {
    return parseLenientJson(text);
  } catch (error) {
    const message = jsonProblem(error).replace(placeInJson, (_place, position: string) =>
      placeOf(json, inBody(Buffer.byteLength(text.slice(0, Number(position))))),
    );
    throw malformed(message);
  }
}

/** Counts characters and lines up to a byte, as JSON.parse does. */
function placeOf(json: Buffer, end: number): string {
  let position = 0;
  let lineStart = 0;
  let line = 1;
  for (let at = 0; at < end; at++) {
    const byte = json[at] ?? 0;
    // A four-byte character is two UTF-16 units; continuation bytes count nothing.
    if ((byte & 0xc0) !== 0x80) position += byte >= 0xf0 ? 2 : 1;
    if (byte !== 0x0a) continue;
    line += 1;
    lineStart = position;
  }
  return placeWords(position, line, position - lineStart + 1);
}
