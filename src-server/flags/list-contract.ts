import { z } from 'zod';

/**
 * Reasons why a flag may be unneeded: `not_requested`: no app requested it by name; `off`: turned off; `nobody`, `everyone`: its
 * conditions give all people the same. Each held for at least `stale_days`, since `since`.
 */
export const staleKind = z.enum(['not_requested', 'off', 'nobody', 'everyone']);
export type StaleKind = z.infer<typeof staleKind>;

export const flagType = z
  .enum(['boolean', 'multivariate', 'group'])
  .describe('Without variants, with variants, or of groups; a flag of groups is also one of the first two.');

export const flagSort = ['key', 'name', 'active', 'owner', 'last_served_at', 'created_at', 'updated_at'] as const;
