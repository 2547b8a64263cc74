import type { ProjectTable } from '../projects/remove.ts';

export const diffTables: readonly ProjectTable[] = [{ table: 'diff_masks', defines: {} }];
