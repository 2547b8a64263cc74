import type { ProjectTable } from '../projects/remove.ts';

const own = 'name_id IN (SELECT id FROM event_names WHERE project_id = ?)';

export const trackingPlanTables: readonly ProjectTable[] = [
  { table: 'plan_settings', key: 'project_id' },
  { table: 'plan_locks' },
  { table: 'plan_violations', key: 'event_id, kind, property', own },
  { table: 'plan_properties', key: 'name_id, build, property', own },
  { table: 'plan_builds', key: 'name_id, build', own },
  { table: 'plan_events', key: 'name_id' },
];
