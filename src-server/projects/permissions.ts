import { permissionDenied } from '../http/error.ts';
import type { Caller } from './authenticate.ts';
import { type Permission, permission } from './contract.ts';

type Scope = Pick<Caller, 'projectId' | 'access'>;

/** Which scope gives which permission: the guards below and what a caller is told of itself both rest on this. */
export const allows = {
  write: ({ access }) => access === 'write',
  read_all_projects: ({ projectId }) => projectId === null,
  administer: ({ projectId, access }) => projectId === null && access === 'write',
} satisfies Record<Permission, (scope: Scope) => boolean>;

/** Everything that a caller may do beyond reading its projects. */
export const permissionsOf = (scope: Scope): Permission[] => permission.options.filter((one) => allows[one](scope));

/** Whether a key may do what concerns more than its projects' data: users, keys of others, projects themselves, secrets. */
export const administers: (scope: Scope) => boolean = allows.administer;

/** Throws 403 for keys that do not administer the server. */
export function requireAdministrator(caller: Scope): void {
  if (administers(caller)) return;
  throw permissionDenied('Only a personal API key for all projects with write access can do this.');
}

/** Throws 403 for keys that are limited to one project; those that can only read pass. */
export function requireAllProjects(caller: Scope): void {
  if (!allows.read_all_projects(caller)) throw permissionDenied('This personal API key is limited to one project.');
}
