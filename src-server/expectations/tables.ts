import type { ProjectTable } from '../projects/remove.ts';

export const expectationTables: readonly ProjectTable[] = [{ table: 'expectations', defines: {} }];
