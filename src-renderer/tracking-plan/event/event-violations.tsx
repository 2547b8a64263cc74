import type { PlanEvent } from '#server/tracking-plan/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import { eventViolationTable } from '../list/violation-columns.tsx';
import { violationsQuery } from '../queries.ts';
import { words } from './words.ts';

/** Lists what of an event does not fit its schema. */
export function EventViolations({ event: { event, is_locked: isLocked } }: { event: PlanEvent }) {
  const { title, locked, unlocked } = words.noViolations;
  return (
    <PagedTable
      table={eventViolationTable}
      query={violationsQuery(useProject().id, { event })}
      empty={<EmptyState title={title}>{isLocked ? locked : unlocked}</EmptyState>}
    />
  );
}
