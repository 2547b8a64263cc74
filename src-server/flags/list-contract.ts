import { z } from 'zod';

/**
 * Why a flag may be no longer needed: `not_requested`: no app asked for it by name; `off`: turned off; `nobody`, `everyone`: its
 * conditions give all people the same. Each for the days of `stale_days`, since `since`.
 */
export const staleKind = z.enum(['not_requested', 'off', 'nobody', 'everyone']);
export type StaleKind = z.infer<typeof staleKind>;

export const flagSort = ['key', 'name', 'active', 'owner', 'last_served_at', 'created_at', 'updated_at'] as const;
