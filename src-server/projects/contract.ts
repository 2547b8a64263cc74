import { z } from 'zod';
import { dateTime, listOf } from '../core/contract.ts';

/** Document 2.1. */
export const userSummary = z.object({
  id: z.int(),
  uuid: z.uuid(),
  distinct_id: z.string(),
  first_name: z.string(),
  email: z.string(),
  is_email_verified: z.boolean(),
});
export type UserSummary = z.infer<typeof userSummary>;

const name = z.string().trim().min(1).max(400);

export const userInput = z.object({
  first_name: z.string().trim().max(200),
  email: z.union([z.literal(''), z.email().max(254)]),
});
export const userUpdate = userInput.partial();

/**
 * What a key or a session may do beyond reading its projects. `write`: change what is in them; `read_all_projects`: read
 * what concerns no single one, such as the sessions; `administer`: users, keys of others, projects themselves, secrets.
 */
export const permission = z.enum(['write', 'read_all_projects', 'administer']);
export type Permission = z.infer<typeof permission>;

/** The caller itself: `/api/users/@me/`. `personal_key_id` is the key that it calls or has signed in with; null for a link. */
export const currentUser = userSummary.extend({
  permissions: z.array(permission),
  personal_key_id: z.int().nullable(),
});
export type CurrentUser = z.infer<typeof currentUser>;
/** A user; what it may do only when it is the caller, as `@me`. */
export const userAnswer = userSummary.extend(
  currentUser.partial().pick({ permissions: true, personal_key_id: true }).shape,
);

/** `api_key` is the oldest project key that is still valid, or null when all are revoked. */
export const project = z.object({
  id: z.int(),
  uuid: z.uuid(),
  name: z.string(),
  api_key: z.string().nullable(),
  created_at: dateTime,
  updated_at: dateTime,
});
export type Project = z.infer<typeof project>;
export const projectInput = z.object({ name });

/** A project key (`phc_…`): write-only, public by nature, so its value is always readable. */
export const projectKey = z.object({
  id: z.int(),
  name: z.string(),
  value: z.string(),
  created_at: dateTime,
  last_used_at: dateTime.nullable(),
  revoked_at: dateTime.nullable(),
});
export type ProjectKey = z.infer<typeof projectKey>;
export const projectKeyInput = z.object({ name });

/** A personal key (`phx_…`); only its SHA-256 is stored, `value` is there once: when issued or rotated. */
export const personalKey = z.object({
  id: z.int(),
  name: z.string(),
  user: userSummary,
  /** The first characters of the key, to tell keys apart. */
  mask: z.string(),
  /** Scope: the only project it opens, or null for all. */
  project_id: z.int().nullable(),
  access: z.enum(['read', 'write']),
  created_at: dateTime,
  last_used_at: dateTime.nullable(),
  revoked_at: dateTime.nullable(),
});
export type PersonalKey = z.infer<typeof personalKey>;
export const issuedPersonalKey = personalKey.extend({ value: z.string() });
export type IssuedPersonalKey = z.infer<typeof issuedPersonalKey>;
export const personalKeyInput = z.object({
  name,
  user_id: z.int().optional(),
  project_id: z.int().nullable().default(null),
  access: z.enum(['read', 'write']).default('write'),
});
export const personalKeyUpdate = z.object({ name });

export const userList = listOf(userSummary);
export const projectList = listOf(project);
export const projectKeyList = listOf(projectKey);
export const personalKeyList = listOf(personalKey);
