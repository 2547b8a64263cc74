import { validationError } from '../http/error.ts';
import type { ProjectStore } from './store.ts';

export function requireOwner(user: ProjectStore['user'], id: number | null | undefined): void {
  if (id === undefined || id === null || user(id) !== undefined) return;
  throw validationError(
    'invalid_choice',
    `\`owner_id\` must be the id of a user; no user has the id ${id}.`,
    'owner_id',
  );
}
