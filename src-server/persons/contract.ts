import { z } from 'zod';
import { dateTime, jsonObject, listOf, named, truncation, wholeNumber } from '../core/contract.ts';
import { maxGroupTypes } from '../core/limits-contract.ts';
import { testRunFilter } from '../test-runs/contract.ts';

/** Parts of an event about persons and groups that were refused; the event itself was stored. */
export const personWarning = z.object({
  code: z.enum([
    'merge_refused',
    'set_not_object',
    'properties_too_large',
    'group_without_type',
    'group_without_key',
    'too_many_group_types',
  ]),
  detail: z.string(),
});
export type PersonWarning = z.infer<typeof personWarning>;

/** `name`: the person's e-mail or name property, else a distinct_id: the first that is not a UUID, if there is one. */
export const person = named('Person', {
  id: z.int(),
  uuid: z.uuid(),
  name: z.string(),
  /** At most `maxListedIds` in a list and `maxIds` in a single answer: see `distinct_id_count`. */
  distinct_ids: z.array(z.string()),
  /** Total number of ids, if not all are listed. */
  distinct_id_count: z.int().optional(),
  properties: jsonObject,
  is_identified: z.boolean(),
  /** Time of the oldest event of any of its ids, however late it arrived, and even if it was deleted since. */
  created_at: dateTime,
  /** Time of the newest event of any of its ids, even if it was deleted since. */
  last_seen_at: dateTime.nullable(),
  truncated: truncation.optional(),
});
export type Person = z.infer<typeof person>;

/** A person with the origin of each id; `merged_at` is null for the id that created the person. */
export const personDetail = person
  .extend({
    identities: z.array(z.object({ distinct_id: z.string(), created_at: dateTime, merged_at: dateTime.nullable() })),
  })
  .meta({ id: 'PersonDetail' });
export type PersonDetail = z.infer<typeof personDetail>;

export const noSuchPerson = 'No such person. It may have been merged into another.';
export const personList = listOf(person).meta({ id: 'PersonList' });

/** `test_run`: persons with an event in it. Most recent activity first. */
export const personQuery = z.object({
  search: z
    .string()
    .optional()
    .describe('Text that a distinct_id or the JSON of the properties contains, in any case.'),
  distinct_id: z.string().optional(),
  test_run: testRunFilter,
});

const lastGroupType = maxGroupTypes - 1;
const groupTypeIndex = z.int().min(0).max(lastGroupType);

export const group = named('Group', {
  group_type: z.string(),
  group_type_index: groupTypeIndex,
  group_key: z.string(),
  properties: jsonObject,
  /** Time of its oldest event, even if it was deleted since. */
  created_at: dateTime,
  truncated: truncation.optional(),
});
export type Group = z.infer<typeof group>;
export const groupList = listOf(group).meta({ id: 'GroupList' });
/** The group types of a project, by index. */
export const groupTypes = named('GroupTypes', {
  results: z.array(z.object({ group_type: z.string(), group_type_index: groupTypeIndex })),
});
export type GroupTypes = z.infer<typeof groupTypes>;
export const groupQuery = z.object({
  group_type: z.string().optional(),
  search: z.string().optional().describe('Text that the key or the JSON of the properties contains, in any case.'),
});

/** Properties of persons, or of groups, of one type with `group_type_index`. */
const propertyOwner = z.object({
  kind: z.enum(['person', 'group']).default('person'),
  group_type_index: wholeNumber
    .pipe(z.int().max(lastGroupType))
    .meta({ minimum: 0, maximum: lastGroupType })
    .optional(),
});

/** `search`: part of the name, ignoring case. `test_run`: of persons with an event in it; groups have none. */
export const propertyNamesQuery = propertyOwner.extend({ search: z.string().optional(), test_run: testRunFilter });
export type PropertyNamesQuery = z.output<typeof propertyNamesQuery>;
export const propertyValuesQuery = propertyNamesQuery.extend({
  key: z.string(),
  search: z.string().optional().describe('Text that the value contains, in any case.'),
});
export type PropertyValuesQuery = z.output<typeof propertyValuesQuery>;
