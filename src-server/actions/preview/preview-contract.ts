import { z } from 'zod';
import { dateTime, jsonObject, listOf, maxName, truncation } from '../../core/contract.ts';
import { propertyOperator } from '../../properties/contract.ts';
import { actionDay, stepInput, urlMatching } from '../contract.ts';

/** An event as actions show it: stored, and of somebody. */
export const matchedEvent = z
  .object({
    uuid: z.uuid(),
    event: z.string(),
    distinct_id: z.string(),
    person_id: z.int(),
    timestamp: dateTime,
    properties: jsonObject,
    truncated: truncation.optional(),
  })
  .meta({ id: 'MatchedEvent' });
export type MatchedEvent = z.infer<typeof matchedEvent>;
/** Events of an action, newest first by their time. */
export const matchedEventList = listOf(matchedEvent).meta({ id: 'MatchedEventList' });

/**
 * The smallest change that would make a condition hold. `text`: what the event has differs next to nothing. `url`: so do the
 * URLs, `slash` at the end, `query` behind "?" or "#". `relative`: the value is on another element than the other conditions'.
 * `combinator` and `part`: the `selector` that matches, with a space for one ">", or without the part. `owner`: the property is
 * the event's, or the person's, instead.
 */
export const nearestMiss = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    difference: z.enum(['case', 'space', 'case_and_space', 'longer']),
    seen: z.string(),
  }),
  z.object({ kind: z.literal('url'), difference: z.enum(['case', 'slash', 'query']) }),
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
  z.object({ kind: z.literal('operator'), operator: propertyOperator }),
  z.object({ kind: z.literal('key'), key: z.string() }),
  z.object({ kind: z.literal('owner'), of: z.enum(['event', 'person']) }),
]);
export type NearestMiss = z.infer<typeof nearestMiss>;

/**
 * Whether one condition holds for one event. `field` is the step's field, a property by `properties.<key>` (`person.<key>`
 * for one of the person). `seen` is what the event has there, in words, null when nothing. `nearest` is null when it holds,
 * or when nothing is near.
 */
export const conditionVerdict = z.object({
  field: z.string(),
  wanted: z.string(),
  seen: z.string().nullable(),
  is_match: z.boolean(),
  nearest: nearestMiss.nullable(),
});
export type ConditionVerdict = z.infer<typeof conditionVerdict>;

export const stepVerdict = z.object({
  id: z.string().nullable(),
  is_match: z.boolean(),
  conditions: z.array(conditionVerdict),
});
export type StepVerdict = z.infer<typeof stepVerdict>;

/** Why an event matches, or does not: per step, per condition. An action without steps matches nothing. */
export const verdict = z.object({ is_match: z.boolean(), steps: z.array(stepVerdict) });
export type Verdict = z.infer<typeof verdict>;

/**
 * A draft to try on stored events: the newest `limit` that match, and how many do in the last `days`. With `event`, the uuid
 * of a stored event, also the verdict on that one. With `find_nearest`, when none matches, the event that comes nearest. With `chat_message_format`, the message that event would post, or without
 * one the newest that matches.
 */
export const previewInput = z.object({
  steps: z.array(stepInput).max(100),
  days: z.int().min(1).max(90).default(14),
  limit: z.int().min(0).max(100).default(10),
  event: z.string().nullish(),
  find_nearest: z.boolean().default(false),
  name: z.string().max(maxName).nullish(),
  chat_message_format: z.string().max(600).nullish(),
});

/** `step`: the place in `verdict` of the step that misses the fewest conditions of `event`. */
export const nearestEvent = z.object({ event: matchedEvent, verdict, step: z.int() });
export type NearestEvent = z.infer<typeof nearestEvent>;

/**
 * `is_complete` is false when the search had to stop early: `count` and `series` are then of the time since `searched_from`.
 * `verdict` is null when no event was asked for; an unknown one is a 400, attr `event`.
 */
export const preview = z
  .object({
    count: z.int(),
    people_count: z.int(),
    is_complete: z.boolean(),
    searched_from: dateTime,
    series: z.array(actionDay),
    results: z.array(matchedEvent),
    nearest_event: nearestEvent.nullable(),
    verdict: verdict.nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: 'ActionPreview' });
export type Preview = z.infer<typeof preview>;

export const eventMatchesQuery = z.object({ event: z.string() });
/**
 * Every action that is not deleted, and whether one stored event matches it now; matching ones first. `is_counted`: the event
 * is among the action's matches (that may differ: a person's properties change, or the action is still calculating).
 */
export const eventMatches = z
  .object({
    results: z.array(
      z.object({ action_id: z.int(), name: z.string(), is_match: z.boolean(), is_counted: z.boolean(), verdict }),
    ),
  })
  .meta({ id: 'EventMatches' });
export type EventMatches = z.infer<typeof eventMatches>;
