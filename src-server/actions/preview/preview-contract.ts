import { z } from 'zod';
import { dateTime, jsonObject, listOf, maxName, named, truncation } from '../../core/contract.ts';
import { onlyKnown } from '../../core/known-keys-contract.ts';
import { propertyComparison, propertyMiss, propertyName, propertyVerdict } from '../../properties/nearest-contract.ts';
import { testRunFilter } from '../../test-runs/contract.ts';
import { actionDay, defaultSeriesDays, maxChatMessage, maxSeriesDays, stepsInput, urlMatching } from '../contract.ts';

/** A stored event as actions show it. */
export const matchedEvent = named('MatchedEvent', {
  uuid: z.uuid(),
  event: z.string(),
  distinct_id: z.string(),
  person_id: z.int(),
  timestamp: dateTime,
  properties: jsonObject,
  test_run: z.string().nullable(),
  truncated: truncation.optional(),
});
export type MatchedEvent = z.infer<typeof matchedEvent>;
/** Events of an action, newest first by their time. */
export const matchedEventList = listOf(matchedEvent).meta({ id: 'MatchedEventList' });

/**
 * The smallest change that would make a condition match: of a property or another part. `url`: a trivial difference, `slash` at
 * the end, `query` after "?" or "#", `slash_and_query` both. `relative`: the value is on another element. `combinator` and `part`:
 * a `selector` that matches, with a space for one ">", or without the part.
 */
export const nearestMiss = z.discriminatedUnion('kind', [
  ...propertyMiss.options,
  z.object({ kind: z.literal('url'), difference: z.enum(['case', 'slash', 'query', 'slash_and_query']) }),
  z.object({ kind: z.literal('url_matching'), matching: urlMatching }),
  z.object({ kind: z.literal('no_url') }),
  z.object({ kind: z.literal('no_elements') }),
  z.object({
    kind: z.literal('relative'),
    relation: z.enum(['parent', 'ancestor', 'child', 'descendant']),
    element: z.string(),
  }),
  z.object({ kind: z.literal('combinator'), selector: z.string() }),
  z.object({ kind: z.literal('part'), part: z.string(), selector: z.string() }),
]);
export type NearestMiss = z.infer<typeof nearestMiss>;

/**
 * Whether a condition holds for an event. `field`: the step's field, `properties.<key>` or `person.<key>`. `property`,
 * `comparison` and `index`, its place among the property conditions of the step: of a condition on a property only. `wanted` and
 * `seen`: the compared values as text, cut at `maxShownText`; `seen` is null without a value. `seen_value`: the value, absent
 * if there is none, its text was cut, or the condition is a selector. `nearest`: null if it holds or nothing is near.
 */
export const conditionVerdict = propertyVerdict.extend({
  property: propertyName.optional(),
  comparison: propertyComparison.optional(),
  index: z.int().optional(),
  nearest: nearestMiss.nullable(),
});
export type ConditionVerdict = z.infer<typeof conditionVerdict>;

export const stepVerdict = z.object({
  id: z.string().nullable(),
  is_match: z.boolean(),
  conditions: z.array(conditionVerdict),
});
export type StepVerdict = z.infer<typeof stepVerdict>;

/** Why an event matches or not, by step and condition. An action without steps matches nothing. */
export const matchVerdict = z.object({ is_match: z.boolean(), steps: z.array(stepVerdict) });
export type MatchVerdict = z.infer<typeof matchVerdict>;

/**
 * A draft to try on stored events: returns the newest `limit` matches and the count of the last `days`. `event`: uuid of an event
 * to explain. `find_nearest`: if nothing matches, finds the nearest event. `chat_message_format`: returns the message for that
 * event, or else for the newest match. `test_run`: tries events of this test run, or with `(none)` of none.
 */
export const previewInput = onlyKnown({
  steps: stepsInput,
  days: z.int().min(1).max(maxSeriesDays).default(defaultSeriesDays),
  limit: z.int().min(0).max(100).default(10),
  event: z.string().nullish(),
  find_nearest: z.boolean().default(false),
  name: z.string().max(maxName).nullish(),
  chat_message_format: z.string().max(maxChatMessage).nullish(),
  test_run: testRunFilter,
});

/** `step`: index in `verdict` of the step that misses the fewest conditions. */
export const nearestEvent = z.object({ event: matchedEvent, verdict: matchVerdict, step: z.int() });
export type NearestEvent = z.infer<typeof nearestEvent>;

/**
 * If `is_complete` is false the search stopped early, and `count` and `series` cover the time since `searched_from`. `verdict` is
 * null without `event`; an unknown event is a 400, attr `event`.
 */
export const preview = named('ActionPreview', {
  count: z.int(),
  people_count: z.int(),
  is_complete: z.boolean(),
  searched_from: dateTime,
  series: z.array(actionDay),
  results: z.array(matchedEvent),
  nearest_event: nearestEvent
    .nullable()
    .describe('With `find_nearest`, where nothing matches. An event that is older or dated ahead may match in full.'),
  verdict: matchVerdict.nullable(),
  message: z.string().nullable(),
});
export type Preview = z.infer<typeof preview>;

export const eventMatchesQuery = z.object({ event: z.string().describe('Uuid of a stored event.') });
/**
 * All actions that are not deleted, and whether each matches one stored event now; matching ones first. `is_counted`: whether the
 * event is among its matches, which may differ if a person's properties changed or the action is still calculating.
 */
export const eventMatches = named('EventMatches', {
  results: z.array(
    z.object({
      action_id: z.int(),
      name: z.string(),
      is_match: z.boolean(),
      is_counted: z.boolean(),
      verdict: matchVerdict,
    }),
  ),
});
export type EventMatches = z.infer<typeof eventMatches>;
