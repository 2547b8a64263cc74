import { validationError } from '../http/error.ts';
import type { UserOf } from './user-store.ts';

export function requireOwner(user: UserOf, id: number | null | undefined): void {
  if (id === undefined || id === null || user(id) !== null) return;
  throw validationError(
    'invalid_choice',
    `\`owner_id\` must be the id of a user; no user has the id ${id}.`,
    'owner_id',
  );
}
