import { z } from 'zod';
import {
  dateInput,
  dateTime,
  descriptionField,
  isJsonObject,
  type JsonObject,
  jsonObject,
  listOf,
  maxListedDays,
  maxName,
  named,
  nameField,
  nullAs,
  wholeNumber,
  wholeNumberWithin,
} from '../core/contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';
import { labelQuery, ownerInput, sortQuery, tagsInput } from '../core/labels-contract.ts';
import { person } from '../persons/contract.ts';
import { userSummary } from '../projects/contract.ts';
import { type PropertyFilter, propertyOperator } from '../properties/contract.ts';
import { testRunFilter } from '../test-runs/contract.ts';
import { actionSort } from './list-contract.ts';

/** Characters of the message that a match posts. */
export const maxChatMessage = 600;

export const urlMatching = z.enum(['contains', 'exact', 'regex']);
export type UrlMatching = z.infer<typeof urlMatching>;

/**
 * A property condition; `type`: of the event (default) or the person, which is read when the event arrives or the action is
 * saved.
 */
export const stepProperty = z.object({
  key: z.string().min(1),
  value: z.unknown().optional(),
  operator: propertyOperator.nullish(),
  type: z.enum(['event', 'person']).nullish(),
});
export type StepProperty = z.infer<typeof stepProperty>;

/** `{key: value}`, `{key: {value, operator, type}}` or an array of conditions; returned as sent. */
export const stepProperties = z.union([z.array(jsonObject), jsonObject], 'must be an object, or an array of objects');
export type StepProperties = z.infer<typeof stepProperties>;

/** Reports whether an entry is a condition, by its `value` or `operator`; otherwise it is a value. */
export const isStepCondition = (said: unknown): said is JsonObject =>
  isJsonObject(said) && ('operator' in said || 'value' in said);

/**
 * Returns each condition with its place, ready to be parsed: `{key: value}` means `[{key, value}]`, and a null value is omitted.
 */
export function propertyEntries(properties: StepProperties): [place: string, entry: unknown][] {
  if (Array.isArray(properties)) return properties.map((entry, index) => [String(index), entry]);
  return Object.entries(properties)
    .filter(([, said]) => said !== null)
    .map(([key, said]) => [key, { ...(isStepCondition(said) ? said : { value: said }), key }]);
}

export const filterOfStep = ({ key, value, operator, type }: StepProperty): PropertyFilter => ({
  key,
  value,
  operator: operator ?? 'exact',
  type: type ?? 'event',
});

export const propertyFilters = (properties: StepProperties): PropertyFilter[] =>
  propertyEntries(properties).map(([, entry]) => filterOfStep(stepProperty.parse(entry)));

const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .nullish()
    .transform((value) => value ?? null);

/**
 * Conditions combined with AND; null and "" count as absent, and a step without conditions matches every event. `text`, `href`
 * and `tag_name` must hold on the same element; `selector` is CSS over the chain; `url` compares `$current_url`. `name` is not
 * matched. A known `id` is kept, any other replaced.
 */
export const stepInput = z.object({
  id: z
    .preprocess((id) => (typeof id === 'bigint' ? String(id) : id), z.union([z.string(), z.number()]).nullish())
    .transform((id) => (id === null || id === undefined ? null : String(id))),
  event: text(maxName),
  tag_name: text(maxName),
  text: text(2000),
  href: text(4000),
  selector: text(2000),
  url: text(4000),
  url_matching: z
    .enum([...urlMatching.options, ''])
    .nullish()
    .transform((value) => value || 'contains'),
  name: text(maxName),
  properties: stepProperties.nullish().transform((value) => value ?? {}),
});
export type StepInput = z.output<typeof stepInput>;
/** The steps of an action as they are sent. */
export const stepsInput = z.array(stepInput).max(100);
/** Without conditions: matches any event. */
export const emptyStep: StepInput = stepInput.parse({});

export const step = z.object({
  id: z.string(),
  event: z.string().nullable(),
  tag_name: z.string().nullable(),
  text: z.string().nullable(),
  href: z.string().nullable(),
  selector: z.string().nullable(),
  url: z.string().nullable(),
  url_matching: urlMatching,
  name: z.string().nullable(),
  properties: stepProperties,
});
export type Step = z.infer<typeof step>;

const fields = {
  description: descriptionField,
  tags: tagsInput,
  owner_id: ownerInput,
  post_to_chat: z.boolean().nullable().transform(nullAs(false)),
  chat_message_format: z.string().max(maxChatMessage).nullable().transform(nullAs('')),
  steps: stepsInput,
  deleted: z.boolean().nullable().transform(nullAs(false)),
  last_calculated_at: dateInput.nullable(),
};

/** Body of a create; `name` must be unique among the project's actions that are not deleted. The default owner is the caller. */
export const actionInput = z.object({
  name: nameField,
  description: fields.description.default(''),
  tags: fields.tags.default([]),
  owner_id: fields.owner_id.optional(),
  post_to_chat: fields.post_to_chat.default(false),
  chat_message_format: fields.chat_message_format.default(''),
  steps: fields.steps.default([]),
  deleted: fields.deleted.default(false),
  last_calculated_at: fields.last_calculated_at.default(null),
});
export type ActionInput = z.output<typeof actionInput>;

/** Body of a PATCH: changes only sent fields. `steps` are replaced and matched again with stored events. */
export const actionUpdate = z.object({ name: nameField, ...fields }).partial();
export type ActionUpdate = z.output<typeof actionUpdate>;

/** Body of a PUT: a PATCH with all required fields. */
export const actionReplacement = actionUpdate.extend({ name: nameField });

/** `is_calculating` while stored events are matched; `last_calculated_at`: when that last ended. */
export const action = named('Action', {
  id: z.int(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  owner_id: z.int().nullable(),
  owner: userSummary.nullable(),
  post_to_chat: z.boolean(),
  chat_message_format: z.string(),
  steps: z.array(step),
  created_at: dateTime,
  created_by: userSummary.nullable(),
  deleted: z.boolean(),
  is_calculating: z.boolean(),
  last_calculated_at: dateTime.nullable(),
  team_id: z.int(),
  is_action: z.literal(true),
});
export type Action = z.infer<typeof action>;
export const actionList = listOf(action).meta({ id: 'ActionList' });

export const actionBulkFields = actionUpdate.pick({ deleted: true, tags: true, owner_id: true });
/** Body of a duplicate; by default its name derives from the original's. */
export const actionDuplicateInput = onlyKnown({ name: nameField.optional() });

/**
 * `search` matches name and description. `tags`: comma-separated, any of them; `tag` for one with a comma. `include_deleted` adds
 * deleted actions, `deleted` lists only those.
 */
export const actionQuery = z.object({
  search: z.string().optional(),
  tags: z.string().optional(),
  include_deleted: z.enum(['true', 'false']).optional(),
  deleted: z.enum(['true', 'false']).optional(),
  sort: sortQuery(actionSort),
  ...labelQuery,
});
export type ActionQuery = z.output<typeof actionQuery>;
export type ActionListQuery = z.input<typeof actionQuery>;

/** Both ends are inclusive; a date without time is the whole UTC day. */
export const countQuery = z.object({
  date_from: dateInput.optional(),
  date_to: dateInput.optional(),
  test_run: testRunFilter,
});
export type CountQuery = z.output<typeof countQuery>;

/** Matching events and their persons on one UTC day. */
export const actionDay = z.object({ date: z.iso.date(), count: z.int(), people_count: z.int() });
export type ActionDay = z.infer<typeof actionDay>;

/** `last_matched_at`: of all matches, even outside the range. `progress`: share of stored events matched so far, newest first. */
const counted = {
  last_matched_at: dateTime.nullable(),
  progress: z.number().min(0).max(1),
};

export const actionCount = action
  .extend({
    count: z.int().describe('Matching events in the range, by default all.'),
    people_count: z.int().describe('Their persons.'),
    ...counted,
    series: z
      .array(actionDay)
      .describe(
        `Every UTC day of the range up to today or a later match, or from the first to the last match; the newest ${maxListedDays}.`,
      ),
  })
  .meta({ id: 'ActionCount' });
export type ActionCount = z.infer<typeof actionCount>;

/** Days of a short series, up to now. */
export const maxSeriesDays = 90;
export const defaultSeriesDays = 14;

/** Counts of all actions that are not deleted. */
export const countsQuery = z.object({
  days: wholeNumberWithin(1, maxSeriesDays, defaultSeriesDays),
  test_run: testRunFilter,
});
export const actionCounts = named('ActionCounts', {
  results: z.array(
    z.object({
      action_id: z.int(),
      count: z.int().describe('Matching events of all time.'),
      people_count: z.int().describe('Persons of all time.'),
      ...counted,
      series: z.array(actionDay).describe('The last `days`, today included.'),
    }),
  ),
});
export type ActionCounts = z.infer<typeof actionCounts>;

/** Without `action_id`, the people of all actions that are not deleted. */
export const actionPeopleQuery = z.object({ action_id: wholeNumber.optional(), test_run: testRunFilter });

/** A person with the number of matches and the time of the last; latest first. */
export const actionPerson = person
  .pick({
    id: true,
    uuid: true,
    name: true,
    distinct_ids: true,
    distinct_id_count: true,
    properties: true,
    created_at: true,
    truncated: true,
  })
  .extend({ action_count: z.int(), last_seen: dateTime })
  .meta({ id: 'ActionPerson' });
export type ActionPerson = z.infer<typeof actionPerson>;
export const peopleList = listOf(actionPerson);
/** An action with its matches by events of one person. */
export const matchedAction = named('MatchedAction', {
  id: z.int(),
  name: z.string(),
  count: z.int(),
  last_matched_at: dateTime,
});
export type MatchedAction = z.infer<typeof matchedAction>;

/** The list; for one action, together with its fields. */
export const actionPeople = action.partial().extend(peopleList.shape).meta({ id: 'ActionPeople' });
