import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../core/contract.ts';
import { sdkInfoHeader } from '../http/sdk-request.ts';
import { type Arrival, type Drop, type NormalEvent, normalize, uuidPattern } from './normalize.ts';

const result = z.object({ result: z.enum(['ok', 'drop']), details: z.string().optional() });
export const analyticsAnswer = z.object({ results: z.record(z.string(), result) });

/** How a request writes its events and wants its answer. `answer` is called when all were normalized. */
export type Protocol = { normalize: typeof normalize; answer(): string };

/** The properties that a field of an event, or of its `options`, is in other protocols. */
const ofFields = { session_id: '$session_id', window_id: '$window_id' };
const ofOptions = {
  cookieless_mode: '$cookieless_mode',
  disable_skew_correction: '$ignore_sent_at',
  process_person_profile: '$process_person_profile',
  product_tour_id: '$product_tour_id',
};

/** The protocol of `/i/v1/analytics/events/`: answers the result of each event by its uuid. */
export function analyticsProtocol({ headers }: Pick<IncomingMessage, 'headers'>): Protocol {
  const results = new Map<string, z.infer<typeof result>>();
  const sdk = sdkProperties(String(headers[sdkInfoHeader] ?? ''));
  return {
    normalize(sent: JsonObject, arrival: Arrival): NormalEvent | Drop {
      const outcome = normalize(toCaptureEvent(sent, sdk), arrival);
      if (typeof sent.uuid === 'string' && uuidPattern.test(sent.uuid)) {
        results.set(
          sent.uuid,
          outcome.kind === 'event' ? { result: 'ok' } : { result: 'drop', details: outcome.reason },
        );
      }
      return outcome;
    },
    answer: () => JSON.stringify({ results: Object.fromEntries(results) }),
  };
}

/** Returns the event as `/capture/` takes it. Adds to the sent properties in place, since they may be a million. */
function toCaptureEvent({ options, distinct_id: id, ...sent }: JsonObject, sdk: JsonObject): JsonObject {
  const properties = isJsonObject(sent.properties) ? sent.properties : {};
  for (const [name, value] of Object.entries(sdk)) properties[name] ??= value;
  Object.assign(properties, renamed(sent, ofFields), renamed(isJsonObject(options) ? options : {}, ofOptions));
  // This name wins over a distinct_id in the properties.
  const named = id === undefined ? {} : { $distinct_id: typeof id === 'string' ? id.trim() : id };
  return { ...sent, properties, ...named };
}

const renamed = (values: JsonObject, names: Record<string, string>): JsonObject =>
  Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => {
      const value = values[from];
      return value === undefined || value === null ? [] : [[to, value]];
    }),
  );

function sdkProperties(info: string): JsonObject {
  const [, lib, version] = /^(.+)\/([^/]+)$/.exec(info) ?? [];
  return lib === undefined || version === undefined ? {} : { $lib: lib.trim(), $lib_version: version.trim() };
}
