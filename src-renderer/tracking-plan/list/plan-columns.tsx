import { IconActivity, IconAlertTriangle, IconLock, IconLockOpen } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { isSdkProperty } from '#server/events/sdk-property-contract.ts';
import type { PlanEventSummary } from '#server/tracking-plan/contract.ts';
import { printToken } from '../../events/filters/filter-tokens.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import list from '../../ui/page/list-page.module.css';
import type { ListTable } from '../../ui/table/paged-table.tsx';
import { actionsColumn, RowButton } from '../../ui/table/row-button.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
import looks from '../../ui/text.module.css';
import { planWords } from '../words.ts';
import classes from './plan-list.module.css';
import { words } from './words.ts';

export const planTable: ListTable<PlanEventSummary> = {
  label: planWords.events,
  what: words.count,
  rowKey: ({ event }) => event,
  columns: [
    { header: planWords.event, width: '26%', cell: (row) => <Name row={row} /> },
    {
      header: planWords.properties,
      cell: ({ properties }) => <Properties names={properties.map((each) => each.property)} />,
    },
    { header: words.columns.state, width: '108px', cell: (row) => <LockState {...row} /> },
    { header: words.columns.violating, width: '92px', align: 'end', cell: (row) => <Violations row={row} /> },
    { header: words.columns.count, width: '84px', align: 'end', cell: ({ events }) => formatCount(events) },
    { header: planWords.builds, width: '72px', align: 'end', priority: 2, cell: (row) => formatCount(row.build_count) },
    { ...timeColumn<PlanEventSummary>(planWords.firstSeen, (row) => row.first_seen, '96px'), priority: 3 },
    timeColumn(planWords.lastSeen, (row) => row.last_seen, '96px'),
    actionsColumn('60px', (row) => <ShowInLive row={row} />),
  ],
};

function Name({ row: { event } }: { row: PlanEventSummary }) {
  return (
    <Link to="/tracking-plan/event" search={{ event }} className={list.name} title={event}>
      {event}
    </Link>
  );
}

/** Lists the app's properties; without any, those of the SDK. */
function Properties({ names }: { names: string[] }) {
  const own = names.filter((name) => !isSdkProperty(name));
  const shown = own.length > 0 ? own : names;
  const text = shown.join(', ');
  return (
    <span className={looks.dim} title={text}>
      {text === '' ? planWords.none : text}
    </span>
  );
}

type State = Pick<PlanEventSummary, 'is_locked' | 'is_counting'>;

/** Shows whether an event has a schema, and that it is still counted. */
export function LockState({ is_locked: isLocked, is_counting: isCounting }: State) {
  if (isCounting) {
    return (
      <span title={planWords.countingHint}>
        <StatusChip quiet tone="info">
          {planWords.counting}
        </StatusChip>
      </span>
    );
  }
  return (
    <StatusChip quiet tone={isLocked ? 'ok' : 'neutral'} icon={isLocked ? IconLock : IconLockOpen}>
      {isLocked ? planWords.locked : planWords.unlocked}
    </StatusChip>
  );
}

function Violations({ row: { event, violations } }: { row: PlanEventSummary }) {
  if (violations === 0) return <span className={looks.dim}>0</span>;
  return (
    <Link to="/tracking-plan" search={{ tab: 'violations', event }} className={classes.violations} data-tone="warning">
      <Icon of={IconAlertTriangle} /> {formatCount(violations)}
    </Link>
  );
}

function ShowInLive({ row: { event } }: { row: PlanEventSummary }) {
  const navigate = useNavigate();
  const q = printToken({ kind: 'event', value: event });
  return (
    <RowButton
      aria-label={`${words.menu.live}: ${event}`}
      title={words.menu.live}
      onClick={() => void navigate({ to: '/live', search: { q, minutes: 0 } })}
    >
      <Icon of={IconActivity} />
    </RowButton>
  );
}
