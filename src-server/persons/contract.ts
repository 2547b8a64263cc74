import { z } from 'zod';
import { dateTime, jsonObject, listOf, truncation } from '../core/contract.ts';

/** What of an event's persons and groups was refused or left out, though the event was stored. */
export const personWarning = z.object({
  code: z.enum([
    'merge_refused',
    'properties_too_large',
    'group_without_type',
    'group_without_key',
    'too_many_group_types',
  ]),
  detail: z.string(),
});
export type PersonWarning = z.infer<typeof personWarning>;

/** `name` is what to call the person: its e-mail or name property, else its first distinct_id. */
export const person = z
  .object({
    id: z.int(),
    uuid: z.uuid(),
    name: z.string(),
    /** At most 1,000 in a list and 10,000 in an answer of its own: see `distinct_id_count`. */
    distinct_ids: z.array(z.string()),
    /** How many ids there are, when not all are listed. */
    distinct_id_count: z.int().optional(),
    properties: jsonObject,
    is_identified: z.boolean(),
    created_at: dateTime,
    /** Newest event time of any of its ids. */
    last_seen_at: dateTime.nullable(),
    truncated: truncation.optional(),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof person>;

/** A person with how it came to own each of its ids (`merged_at` null: the id made the person). */
export const personDetail = person
  .extend({
    identities: z.array(z.object({ distinct_id: z.string(), created_at: dateTime, merged_at: dateTime.nullable() })),
  })
  .meta({ id: 'PersonDetail' });
export type PersonDetail = z.infer<typeof personDetail>;

export const personList = listOf(person).meta({ id: 'PersonList' });

/** `search` looks in distinct_ids and properties; `distinct_id` is exact. Newest activity first. */
export const personQuery = z.object({
  search: z.string().optional(),
  distinct_id: z.string().optional(),
});

export const group = z
  .object({
    group_type: z.string(),
    group_type_index: z.int().min(0).max(4),
    group_key: z.string(),
    properties: jsonObject,
    created_at: dateTime,
    truncated: truncation.optional(),
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof group>;
export const groupList = listOf(group).meta({ id: 'GroupList' });
/** The types of a project's groups, by index; there are five at most. */
export const groupTypes = z
  .object({
    results: z.array(z.object({ group_type: z.string(), group_type_index: z.int().min(0).max(4) })),
  })
  .meta({ id: 'GroupTypes' });
export type GroupTypes = z.infer<typeof groupTypes>;
export const groupQuery = z.object({ group_type: z.string().optional(), search: z.string().optional() });

/** Whose properties: those of persons, or of groups, of one type when `group_type_index` is given. */
const propertyOwner = z.object({
  kind: z.enum(['person', 'group']).default('person'),
  group_type_index: z.coerce.number().int().min(0).max(4).optional(),
});

/** `search` is part of the name, in any case of letters. */
export const propertyNamesQuery = propertyOwner.extend({ search: z.string().optional() });
export type PropertyNamesQuery = z.output<typeof propertyNamesQuery>;
/** `search` is part of the value as text, in any case of letters. */
export const propertyValuesQuery = propertyNamesQuery.extend({ key: z.string() });
export type PropertyValuesQuery = z.output<typeof propertyValuesQuery>;
