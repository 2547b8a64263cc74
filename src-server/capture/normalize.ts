import { isAbsentObject, isJsonObject, type JsonObject, maxJsonLevels } from '../core/contract.ts';
import { isTooDeep } from '../core/json/json.ts';
import { isOutOfRange, jsonTypeOf, outOfRange, typeWords } from '../core/json/json-type-contract.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import { maxDistinctId, maxEventName } from '../core/limits-contract.ts';
import { maskKeys } from '../core/mask-keys.ts';
import { withoutNul } from '../core/sql.ts';
import { cutText } from '../core/text/cut-text.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import type { EventWarning } from '../events/contract.ts';
import type { DropReason } from '../events/reason-contract.ts';
import { cookielessId, isIllegalId } from '../persons/identify.ts';
import { notObject } from '../persons/stored-properties.ts';
import { testRunPlaces } from '../test-runs/contract.ts';
import { type SentRun, sentRun } from '../test-runs/sent-run.ts';
import { clockOffset, type RequestTimes, timeOf } from './event-time.ts';

/** Data shared by all events of a request. */
export type Arrival = RequestTimes & {
  ip: string;
  defaultEvent?: string | undefined;
  uuid: () => string;
  /** The test run that the request names. */
  testRun?: SentRun | undefined;
  /** The SDK that sent the request. */
  sdk?: string | null;
  /** Whether the body was valid UTF-8; default true. */
  isUtf8?: boolean;
};

/** The test run named by an event or its request (null if the name is invalid), and the SDK that sent it. */
type InTestRun = { testRun?: string | null; sdk?: string | null };

/** An event ready to store; `json` is its properties. */
export type NormalEvent = InTestRun & {
  kind: 'event';
  uuid: string;
  event: string;
  distinctId: string;
  timestamp: number;
  properties: JsonObject;
  json: string;
  warnings: EventWarning[];
  /** Milliseconds added to the sent time to correct the client's clock; absent if under a second. */
  clockOffset?: number;
  /** Of its row if it is a duplicate: the same whenever it is stored again. */
  dropUuid?: string;
};

/** An event that is not stored, kept for the inspector. */
export type Drop = InTestRun & {
  kind: 'drop';
  uuid: string;
  reason: DropReason;
  detail: string;
  event: string | null;
  distinctId: string | null;
  timestamp: number;
  json: string;
  warnings: EventWarning[];
  /** Number of equal drops in this row; default 1. */
  count?: number;
};

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Normalizes a raw event, or returns why it is dropped. Never throws. */
export function normalize(sent: JsonObject, arrival: Arrival): NormalEvent | Drop {
  const warnings: EventWarning[] = [];
  const given = propertiesOf(sent, arrival.ip, warnings);
  const inTestRun = testRunOf(given, arrival, warnings);
  const event = eventName(sent.event ?? arrival.defaultEvent, warnings);
  const distinctId = distinctIdOf(sent, warnings);
  const times = given.$ignore_sent_at === true ? { now: arrival.now, sentAt: undefined } : arrival;
  const timestamp = timeOf(sent, times, warnings);
  const written = toJson(given);
  const json = written === undefined ? undefined : withoutKeys(written, warnings);
  const properties: JsonObject = json === undefined || json === written ? given : parseJson(json);
  if (arrival.isUtf8 === false && [json, event, distinctId].some((text) => text?.includes('\ufffd'))) {
    warnings.push({ code: 'invalid_utf8', detail: 'The body was not UTF-8: invalid bytes were replaced by U+FFFD.' });
  }
  const drop = (reason: DropReason, detail: string): Drop => ({
    kind: 'drop',
    uuid: arrival.uuid(),
    reason,
    detail,
    event: event ?? null,
    distinctId: typeof distinctId === 'string' ? distinctId : null,
    timestamp,
    json: json ?? '{}',
    warnings,
    ...inTestRun,
  });
  if (json === undefined)
    return drop('nested_too_deeply', `The properties are nested more than ${maxJsonLevels} levels deep.`);
  if (event === undefined) return drop('no_event_name', `The event has no name: "event" is ${whyNoName(sent.event)}.`);
  if (distinctId === undefined) return drop('no_distinct_id', 'The event has no distinct_id, so it belongs to nobody.');
  if (distinctId === null)
    return drop('empty_distinct_id', `The distinct_id is ${whyNoId(sent)}, so the event belongs to nobody.`);
  const ownUuid = typeof sent.uuid === 'string' && uuidPattern.test(sent.uuid) ? sent.uuid.toLowerCase() : undefined;
  if (ownUuid === undefined && sent.uuid !== undefined && sent.uuid !== null) {
    const detail = `The sent uuid is not a UUID; got ${quoteSent(sent.uuid)}. A new one was created.`;
    warnings.push({ code: 'invalid_uuid', detail });
  }
  const offset = clockOffset(sent, times, timestamp);
  const corrected = offset === undefined ? {} : { clockOffset: offset };
  const uuid = ownUuid ?? arrival.uuid();
  return { kind: 'event', uuid, event, distinctId, timestamp, properties, json, warnings, ...corrected, ...inTestRun };
}

/** Removes the event's own test run from its properties and returns it; else that of the request. */
function testRunOf(
  properties: JsonObject,
  { testRun: ofRequest, sdk = null }: Arrival,
  warnings: EventWarning[],
): InTestRun {
  const { property } = testRunPlaces;
  const own = properties[property];
  if (own !== undefined) delete properties[property];
  const run = testRunFields(sentRun(own, `in the property ${property}`) ?? ofRequest, warnings);
  return { ...run, sdk: typeof properties.$lib === 'string' ? properties.$lib : sdk };
}

export function testRunFields(run: SentRun | undefined, warnings: EventWarning[]): InTestRun {
  if (run === undefined) return {};
  if (run.name === null) warnings.push(run.warning);
  return { testRun: run.name };
}

/** Masks secret keys and adds a warning, since text that only resembles a key changes too. */
function withoutKeys(text: string, warnings: EventWarning[]): string {
  const masked = maskKeys(text);
  if (masked !== text && !warnings.some(({ code }) => code === 'secret_key_masked')) {
    const detail = 'Text that looks like a secret key (phx_… or phs_…) was replaced by its first characters and "…".';
    warnings.push({ code: 'secret_key_masked', detail });
  }
  return masked;
}

/** Adds to the sent properties in place: nothing else uses them, and copying a million keys takes seconds. */
function propertiesOf(sent: JsonObject, ip: string, warnings: EventWarning[]): JsonObject {
  const properties = isJsonObject(sent.properties) ? sent.properties : {};
  for (const key of ['$set', '$set_once'] as const) {
    const wrong = [sent[key], properties[key]].find((value) => !isAbsentObject(value) && !isJsonObject(value));
    if (wrong !== undefined) warnings.push(notObject(key, wrong));
    if (!isJsonObject(sent[key])) continue;
    properties[key] = isJsonObject(properties[key]) ? { ...properties[key], ...sent[key] } : sent[key];
  }
  requireNames(properties.$unset, warnings);
  if (sent.context !== undefined && properties.context === undefined) properties.context = sent.context;
  if (properties.$ip === undefined || properties.$ip === null) properties.$ip = ip;
  return properties;
}

/** Warns of what `$unset` cannot remove. An object counts by its keys. */
function requireNames(unset: unknown, warnings: EventWarning[]): void {
  const warn = (detail: string) => warnings.push({ code: 'unset_not_list', detail });
  if (Array.isArray(unset)) {
    const wrong = unset.find((name) => typeof name !== 'string');
    if (wrong !== undefined) warn(`$unset had ${typeWords(wrong)} in its list, not a name. That was not applied.`);
  } else if (unset !== undefined && unset !== null && !isJsonObject(unset)) {
    warn(`$unset was ${typeWords(unset)}, not a list of names. It was not applied.`);
  }
}

function eventName(value: unknown, warnings: EventWarning[]): string | undefined {
  if (typeof value === 'string')
    return value.trim() === ''
      ? undefined
      : shortName(withoutKeys(withoutNul(value.toWellFormed()), warnings), warnings);
  if (!['number', 'boolean'].includes(jsonTypeOf(value)) || isOutOfRange(value)) return undefined;
  warnings.push({
    code: 'event_name_not_text',
    detail: `The event name was ${typeWords(value)}; it was converted to text.`,
  });
  return shortName(String(value), warnings);
}

function whyNoName(value: unknown): string {
  if (isOutOfRange(value)) return outOfRange;
  return typeof value === 'object' && value !== null ? `${typeWords(value)}, not text` : 'missing or empty';
}

function shortName(name: string, warnings: EventWarning[]): string {
  if (name.length <= maxEventName) return name;
  const detail = `The event name had ${name.length} characters; it was cut to ${maxEventName}.`;
  warnings.push({ code: 'event_name_cut', detail });
  return cutText(name, maxEventName);
}

/** Returns undefined if no distinct_id was sent, null if it is empty. */
function distinctIdOf(sent: JsonObject, warnings: EventWarning[]): string | null | undefined {
  const value = firstDistinctId(sent);
  if (value === undefined) return undefined;
  if (value === null || isOutOfRange(value)) return null;
  if (typeof value === 'object') {
    warnings.push({
      code: 'distinct_id_not_text',
      detail: `The distinct_id was ${typeWords(value)}; its JSON was used.`,
    });
  }
  const given = typeof value === 'object' ? (toJson(value) ?? '') : String(value);
  const text = withoutKeys(given.toWellFormed(), warnings);
  if (text.trim() === '') return null;
  if (isIllegalId(text)) {
    const detail =
      text === cookielessId
        ? `All visitors in the cookieless mode of posthog-js have this distinct_id. Benchtop keeps them as one person.`
        : `The distinct_id "${text}" is one that apps send by mistake, so different people share it. Send an id of the person.`;
    warnings.push({ code: 'distinct_id_shared', detail });
  }
  if (text.length <= maxDistinctId) return text;
  warnings.push({
    code: 'distinct_id_cut',
    detail: `The distinct_id had ${text.length} characters; it was cut to ${maxDistinctId}.`,
  });
  return cutText(text, maxDistinctId);
}

const whyNoId = (sent: JsonObject) => (isOutOfRange(firstDistinctId(sent)) ? outOfRange : 'empty');

function firstDistinctId(sent: JsonObject): unknown {
  if ('$distinct_id' in sent) return sent.$distinct_id;
  if (isJsonObject(sent.properties) && Object.hasOwn(sent.properties, 'distinct_id'))
    return sent.properties.distinct_id;
  return sent.distinct_id;
}

/** Returns JSON, or undefined if it is nested too deeply to be read back. */
function toJson(value: unknown): string | undefined {
  let json: string;
  try {
    json = JSON.stringify(value);
  } catch {
    return undefined;
  }
  return isTooDeep(json) ? undefined : json;
}
