import type { ProjectTable } from '../projects/remove.ts';

const own = 'name_id IN (SELECT id FROM event_names WHERE project_id = ?)';

export const trackingPlanTables: readonly ProjectTable[] = [
  { table: 'plan_settings', key: 'project_id', defines: {} },
  { table: 'plan_locks', defines: { unique: 'event', local: { since_id: '0', since_name_id: '0' } } },
  { table: 'plan_violations', key: 'event_id, kind, property', own, defines: null },
  { table: 'plan_properties', key: 'name_id, build, property', own, defines: null },
  { table: 'plan_builds', key: 'name_id, build', own, defines: null },
  { table: 'plan_events', key: 'name_id', defines: null },
];
