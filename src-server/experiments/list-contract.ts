import { z } from 'zod';

/** `draft`: no start, or a future one. `complete`: the end has passed. */
export const experimentStatus = z.enum(['draft', 'running', 'complete']);
export type ExperimentStatus = z.infer<typeof experimentStatus>;

export const experimentSort = ['name', 'flag', 'status', 'owner', 'start_date', 'created_at', 'updated_at'] as const;
