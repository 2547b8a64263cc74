import type { Caller } from '../core/caller.ts';
import { neededFor, type Permission, permission } from '../core/contract.ts';
import { definitionsElsewhere, permissionDenied } from '../http/error.ts';

type Scope = Pick<Caller, 'projectId' | 'access'>;

/** Reports whether a key may manage users, other users' keys, projects and secrets. */
export const administers = ({ projectId, access }: Scope): boolean => projectId === null && access === 'write';

/** The permissions of a scope, for the guard below and for `@me`. */
const allows = {
  write: ({ access }) => access === 'write',
  read_all_projects: ({ projectId }) => projectId === null,
  administer: administers,
} satisfies Record<ReturnType<typeof neededFor>, (scope: Scope) => boolean>;

const isEdit = (one: Permission) => neededFor(one) !== one;

const refusals = {
  write: 'This personal API key has read access only.',
  read_all_projects: 'This personal API key is limited to one project.',
  administer: 'This requires a personal API key with write access to all projects.',
} satisfies Record<keyof typeof allows, string>;

/** Returns everything a caller may do beyond reading its projects. `definitionsAt`: the server where definitions are edited, if another. */
export const permissionsOf = (scope: Scope, definitionsAt: string | null): Permission[] =>
  permission.options.filter((one) => allows[neededFor(one)](scope) && (definitionsAt === null || !isEdit(one)));

/** Throws 403 without the permission, and 409 for definitions that are edited at another server. */
export function requirePermission(scope: Scope, needed: Permission, definitionsAt: string | null = null): void {
  const basic = neededFor(needed);
  if (!allows[basic](scope)) throw permissionDenied(refusals[basic]);
  if (definitionsAt !== null && isEdit(needed)) throw definitionsElsewhere(definitionsAt);
}
