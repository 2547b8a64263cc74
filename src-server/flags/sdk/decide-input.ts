import { z } from 'zod';
import { type JsonObject, jsonObject } from '../../core/contract.ts';
import { parseJson } from '../../core/json/parse-json-contract.ts';
import { maxDistinctId } from '../../core/limits-contract.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { withoutAbsent } from '../../core/without-absent.ts';
import { validationError } from '../../http/error.ts';
import { parse } from '../../http/parse.ts';
import { idInput } from '../evaluation/evaluation-contract.ts';
import type { Asking } from '../evaluation/subject.ts';

const nullish = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined);

/** The parameters of a decide; null counts as absent. */
export const decideInput = z.object({
  distinct_id: nullish(idInput),
  $anon_distinct_id: nullish(idInput),
  groups: nullish(z.record(z.string(), nullish(idInput))),
  person_properties: nullish(jsonObject),
  group_properties: nullish(z.record(z.string(), nullish(jsonObject))),
  disable_flags: nullish(z.boolean()),
  /** The names used by posthog-js and posthog-node. */
  flag_keys: nullish(z.array(z.string())),
  flag_keys_to_evaluate: nullish(z.array(z.string())),
});
const names = Object.keys(decideInput.shape);

/** The flags that a decide requests; without `keys`, all flags. */
export type DecideParameters = Asking & { keys: readonly string[] | undefined; isDisabled: boolean };

/** Returns the parameters of a body as JSON, without other fields of SDKs, such as the time. `readParameters` reads it. */
export const parametersOf = (body: JsonObject): string => JSON.stringify(names.map((name) => body[name]));

export function readParameters(json: string): DecideParameters {
  const values: unknown[] = parseJson(json);
  return readAsked(Object.fromEntries(names.map((name, index) => [name, values[index]])));
}

export function readAsked(body: JsonObject): DecideParameters {
  const input = parse(decideInput, body);
  const distinctId = idOf(input.distinct_id);
  if (distinctId === undefined) {
    throw validationError('missing_distinct_id', '`distinct_id` is required to evaluate flags.', 'distinct_id');
  }
  const keys = input.flag_keys ?? input.flag_keys_to_evaluate;
  return {
    distinctId,
    anonDistinctId: idOf(input.$anon_distinct_id),
    groups: withoutAbsent(input.groups ?? {}),
    personProperties: input.person_properties ?? {},
    groupProperties: withoutAbsent(input.group_properties ?? {}),
    keys: keys && [...new Set(keys)],
    isDisabled: input.disable_flags === true,
  };
}

/** Cuts an id like the ids of events, so that both are of one person; a blank one is none. */
const idOf = (id = '') => (id.trim() === '' ? undefined : cutText(id.toWellFormed(), maxDistinctId));
