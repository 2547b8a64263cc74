import type { ProjectTable } from '../projects/remove.ts';

export const relayTables: readonly ProjectTable[] = [{ table: 'relays', key: 'project_id', defines: null }];
