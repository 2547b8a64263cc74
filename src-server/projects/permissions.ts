import type { Caller } from '../core/caller.ts';
import { type Permission, permission } from '../core/contract.ts';
import { permissionDenied } from '../http/error.ts';

type Scope = Pick<Caller, 'projectId' | 'access'>;

/** The permissions of a scope, for the guard below and for `@me`. */
const allows = {
  write: ({ access }) => access === 'write',
  read_all_projects: ({ projectId }) => projectId === null,
  administer: ({ projectId, access }) => projectId === null && access === 'write',
} satisfies Record<Permission, (scope: Scope) => boolean>;

const refusals = {
  write: 'This personal API key has read access only.',
  read_all_projects: 'This personal API key is limited to one project.',
  administer: 'This requires a personal API key with write access to all projects.',
} satisfies Record<Permission, string>;

/** Returns everything a caller may do beyond reading its projects. */
export const permissionsOf = (scope: Scope): Permission[] => permission.options.filter((one) => allows[one](scope));

/** Reports whether a key may manage users, other users' keys, projects and secrets. */
export const administers: (scope: Scope) => boolean = allows.administer;

/** Throws 403 without the permission. */
export function requirePermission(scope: Scope, needed: Permission): void {
  if (!allows[needed](scope)) throw permissionDenied(refusals[needed]);
}
