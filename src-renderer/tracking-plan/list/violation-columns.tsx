import { Link } from '@tanstack/react-router';
import type { PlanViolation } from '#server/tracking-plan/contract.ts';
import { warningWords } from '../../events/reason-words.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { formatCount, formatShare } from '../../ui/format.ts';
import list from '../../ui/page/list-page.module.css';
import type { Column } from '../../ui/table/data-table.tsx';
import type { ListTable } from '../../ui/table/paged-table.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
import { planWords } from '../words.ts';
import { words } from './words.ts';

const shared: Column<PlanViolation>[] = [
  {
    header: words.columns.violation,
    cell: ({ detail, last_event: uuid, event }) => (
      <Link
        to="/live"
        search={{ selected: uuid, minutes: 0 }}
        className={list.name}
        title={`${detail}\n${words.showLast(event)}`}
      >
        {detail}
      </Link>
    ),
  },
  {
    header: words.columns.kind,
    width: '148px',
    cell: ({ violation }) => (
      <StatusChip quiet tone="warning">
        {warningWords[violation.kind]}
      </StatusChip>
    ),
  },
];
const counts: Column<PlanViolation>[] = [
  {
    header: planWords.build,
    width: '88px',
    cell: ({ build }) => <span title={build ?? ''}>{build ?? planWords.none}</span>,
  },
  { header: words.columns.count, width: '68px', align: 'end', cell: ({ count }) => formatCount(count) },
  {
    header: planWords.share,
    width: '68px',
    align: 'end',
    priority: 2,
    cell: ({ share }) => (share === null ? planWords.none : formatShare(share)),
  },
  { ...timeColumn<PlanViolation>(planWords.firstSeen, (row) => row.first_seen, '88px'), priority: 3 },
  timeColumn(planWords.lastSeen, (row) => row.last_seen, '88px'),
];

/** Those of one event. */
export const eventViolationTable: ListTable<PlanViolation> = {
  label: planWords.violations,
  what: words.violationCount,
  columns: [...shared, ...counts],
  rowKey: ({ event, build, violation }) => JSON.stringify([event, build, violation]),
};

/** Those of all events. */
export const violationTable: ListTable<PlanViolation> = {
  ...eventViolationTable,
  columns: [
    ...shared,
    {
      header: planWords.event,
      width: '13%',
      cell: ({ event }) => (
        <Link to="/tracking-plan/event" search={{ event }} className={list.name} title={event}>
          {event}
        </Link>
      ),
    },
    ...counts,
  ],
};
