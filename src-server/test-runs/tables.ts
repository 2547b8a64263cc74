import type { ProjectTable } from '../projects/remove.ts';

export const testRunTables: readonly ProjectTable[] = [{ table: 'test_runs', defines: null }];
