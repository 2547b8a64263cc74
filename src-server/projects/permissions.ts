import type { Caller } from '../core/caller.ts';
import { type Permission, permission } from '../core/contract.ts';
import { definitionsElsewhere, permissionDenied } from '../http/error.ts';

type Scope = Pick<Caller, 'projectId' | 'access'>;

/** Reports whether a key may manage users, other users' keys, projects and secrets. */
export const administers = ({ projectId, access }: Scope): boolean => projectId === null && access === 'write';

const mayWrite = ({ access }: Scope) => access === 'write';

/** The permissions of a scope, for the guard below and for `@me`. */
const allows = {
  write: mayWrite,
  read_all_projects: ({ projectId }) => projectId === null,
  administer: administers,
  edit_definitions: mayWrite,
  edit_projects: administers,
} satisfies Record<Permission, (scope: Scope) => boolean>;

const isEdit = (one: Permission) => one === 'edit_definitions' || one === 'edit_projects';

const readsOnly = 'This personal API key has read access only.';
const administersNot = 'This requires a personal API key with write access to all projects.';
const refusals = {
  write: readsOnly,
  read_all_projects: 'This personal API key is limited to one project.',
  administer: administersNot,
  edit_definitions: readsOnly,
  edit_projects: administersNot,
} satisfies Record<Permission, string>;

/** Returns everything a caller may do beyond reading its projects. `definitionsAt`: the server where definitions are edited, if another. */
export const permissionsOf = (scope: Scope, definitionsAt: string | null): Permission[] =>
  permission.options.filter((one) => allows[one](scope) && (definitionsAt === null || !isEdit(one)));

/** Throws 403 without the permission, and 409 for definitions that are edited at another server. */
export function requirePermission(scope: Scope, needed: Permission, definitionsAt: string | null = null): void {
  if (!allows[needed](scope)) throw permissionDenied(refusals[needed]);
  if (definitionsAt !== null && isEdit(needed)) throw definitionsElsewhere(definitionsAt);
}
