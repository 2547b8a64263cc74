import { useInfiniteQuery } from '@tanstack/react-query';
import type { PlanEvent } from '#server/tracking-plan/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PagedTable } from '../../ui/table/paged-table.tsx';
import { eventViolationColumns, violationKey } from '../list/violation-columns.tsx';
import { words as listWords } from '../list/words.ts';
import { violationsQuery } from '../queries.ts';
import { planWords } from '../words.ts';
import { words } from './words.ts';

/** What of an event does not fit its schema. */
export function EventViolations({ event: { event, is_locked: isLocked } }: { event: PlanEvent }) {
  const query = useInfiniteQuery(violationsQuery(useProject().id, { event }));
  const { title, locked, unlocked } = words.noViolations;
  return (
    <PagedTable
      opens
      query={query}
      what={listWords.violationCount}
      label={planWords.violations}
      columns={eventViolationColumns}
      rowKey={violationKey}
      empty={<EmptyState title={title}>{isLocked ? locked : unlocked}</EmptyState>}
    />
  );
}
