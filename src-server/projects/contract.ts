import { z } from 'zod';
import { dateTime, listOf, named, nameField, permission } from '../core/contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';
import { maxConditions } from '../core/limits-contract.ts';
import { propertyFilter, tooManyConditions } from '../properties/contract.ts';

export const userSummary = named('User', {
  id: z.int(),
  uuid: z.uuid(),
  distinct_id: z.string(),
  first_name: z.string(),
  email: z.string(),
  is_email_verified: z.boolean(),
});
export type UserSummary = z.infer<typeof userSummary>;

export const userInput = onlyKnown({
  first_name: z.string().trim().max(200),
  email: z.union([z.literal(''), z.email().max(254)], 'must be an email address of at most 254 characters, or empty'),
});
export const userUpdate = userInput.partial();

/** `@me` or an id. */
export const userParams = z.object({ user_id: z.string() });

/** The caller, `/api/users/@me/`. `personal_key_id`: the key it calls or signed in with; null for a link. */
export const currentUser = userSummary.extend({
  permissions: z.array(permission),
  personal_key_id: z.int().nullable(),
});
/** A user; permissions are present only for `@me`. */
export const userAnswer = userSummary.extend(
  currentUser.partial().pick({ permissions: true, personal_key_id: true }).shape,
);

/**
 * Who is excluded from the experiments of a project, and from nothing else. `bots`: people whose exposure was sent by an automated
 * browser, by its `$raw_user_agent` or `$user_agent`. `properties`: people who meet any of these conditions; of `person`, as stored now (the
 * default), or of `event`, as sent with the exposure. Relative dates count from the end of the run.
 */
const exclusion = propertyFilter.extend({ type: z.enum(['event', 'person']).default('person') });
export const experimentExclusions = named('ExperimentExclusions', {
  bots: z.boolean().default(false),
  properties: z.array(exclusion).max(maxConditions, tooManyConditions).default([]),
});
/** Exclusions in a request: unknown keys are refused, because a mistyped one would exclude other people. */
export const exclusionsInput = onlyKnown({
  ...experimentExclusions.shape,
  properties: z.array(onlyKnown(exclusion.shape)).max(maxConditions, tooManyConditions).default([]),
});
export type ExperimentExclusions = z.infer<typeof experimentExclusions>;
/** The exclusions of a new project: none. */
export const noExclusions: ExperimentExclusions = { bots: false, properties: [] };

/**
 * `api_key`: the oldest valid project key; null if all are revoked. `sample`: the window creates the project as `loading` and fills it
 * with sample data, then it is `loaded`; null for any other project.
 */
export const project = named('Project', {
  id: z.int(),
  uuid: z.uuid(),
  name: z.string(),
  api_key: z.string().nullable(),
  experiment_exclusions: experimentExclusions,
  sample: z.enum(['loading', 'loaded']).nullable(),
  created_at: dateTime,
  updated_at: dateTime,
});
export type Project = z.infer<typeof project>;
export const keyNameInput = onlyKnown({ name: nameField });
const { sample } = project.shape;
/** Who loads a sample sets it to `loading` again and again; without that the load counts as ended. */
export const sampleBeat = { everyMs: 1_000, lostAfterMs: 5_000 };
export const projectInput = onlyKnown({ name: nameField, sample: sample.default(null) });
export const projectUpdate = onlyKnown({ name: nameField, experiment_exclusions: exclusionsInput, sample }).partial();

/** A project key (`phc_…`): public, as it can only write events and read flags; its value stays readable. */
export const projectKey = named('ProjectKey', {
  id: z.int(),
  name: z.string(),
  value: z.string(),
  created_at: dateTime,
  last_used_at: dateTime.nullable(),
  revoked_at: dateTime.nullable(),
});
export type ProjectKey = z.infer<typeof projectKey>;
export const issueKeyAdvice = 'Issue one under Settings › Project keys.';

/** A personal key (`phx_…`), stored as SHA-256 only; `value` is present once, when issued or rotated. */
export const personalKey = named('PersonalKey', {
  id: z.int(),
  name: z.string(),
  user: userSummary,
  /** The first characters of the key. */
  mask: z.string(),
  project_id: z.int().nullable(),
  access: z.enum(['read', 'write']),
  created_at: dateTime,
  last_used_at: dateTime.nullable(),
  revoked_at: dateTime.nullable(),
});
export type PersonalKey = z.infer<typeof personalKey>;
export const issuedPersonalKey = personalKey.extend({ value: z.string() }).meta({ id: 'IssuedPersonalKey' });
export type IssuedPersonalKey = z.infer<typeof issuedPersonalKey>;
/** A rotation keeps the id of a key, and changes when it was created. */
export const seenKey = z.object({ expected_created_at: dateTime.optional() });
export type SeenKey = z.infer<typeof seenKey>;
export const personalKeyInput = onlyKnown({
  name: nameField,
  user_id: z.int().optional(),
  project_id: z.int().nullable().default(null),
  access: personalKey.shape.access.default('write'),
});

export const userList = listOf(userSummary).meta({ id: 'UserList' });
export const projectList = listOf(project).meta({ id: 'ProjectList' });
export const projectKeyList = listOf(projectKey).meta({ id: 'ProjectKeyList' });
export const personalKeyList = listOf(personalKey).meta({ id: 'PersonalKeyList' });
