import type { Caller } from '../core/caller.ts';
import { type Permission, permission } from '../core/contract.ts';
import { permissionDenied } from '../http/error.ts';

type Scope = Pick<Caller, 'projectId' | 'access'>;

/** Which scope gives which permission: the guard below and what a caller is told of itself both rest on this. */
const allows = {
  write: ({ access }) => access === 'write',
  read_all_projects: ({ projectId }) => projectId === null,
  administer: ({ projectId, access }) => projectId === null && access === 'write',
} satisfies Record<Permission, (scope: Scope) => boolean>;

const refusals = {
  write: 'This personal API key can only read.',
  read_all_projects: 'This personal API key is limited to one project.',
  administer: 'Only a personal API key for all projects with write access can do this.',
} satisfies Record<Permission, string>;

/** Everything that a caller may do beyond reading its projects. */
export const permissionsOf = (scope: Scope): Permission[] => permission.options.filter((one) => allows[one](scope));

/** Whether a key may do what concerns more than its projects' data: users, keys of others, projects themselves, secrets. */
export const administers: (scope: Scope) => boolean = allows.administer;

/** Throws 403 for a caller that may not. */
export function requirePermission(scope: Scope, needed: Permission): void {
  if (!allows[needed](scope)) throw permissionDenied(refusals[needed]);
}
