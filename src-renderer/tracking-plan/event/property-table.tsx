import type { PlanEvent, PlanProperty } from '#server/tracking-plan/contract.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { formatCount, formatShare } from '../../ui/format.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { sortedTimeColumn } from '../../ui/table/time-column.tsx';
import looks from '../../ui/text.module.css';
import { planWords } from '../words.ts';
import classes from './plan-event.module.css';
import { words } from './words.ts';

type Property = PlanEvent['properties'][number];

const columns: Column<Property>[] = [
  {
    header: planWords.property,
    width: '22%',
    value: ({ property }) => property,
    cell: ({ property }) => (
      <span className={looks.mono} title={property}>
        {property}
      </span>
    ),
  },
  { header: planWords.types, width: '20%', cell: ({ types, count }) => <TypeCounts types={types} of={count} /> },
  {
    header: planWords.share,
    width: '80px',
    align: 'end',
    value: ({ share }) => share,
    cell: ({ share }) => formatShare(share),
  },
  {
    header: words.present,
    width: '84px',
    align: 'end',
    priority: 3,
    value: ({ count }) => count,
    cell: ({ count }) => formatCount(count),
  },
  { header: words.examples, cell: ({ examples }) => <Examples values={examples} /> },
  { ...sortedTimeColumn<Property>(planWords.firstSeen, (row) => row.first_seen), priority: 2 },
  sortedTimeColumn(planWords.lastSeen, (row) => row.last_seen),
];

/** Shows the properties of an event: those of the app first, then those of SDKs. */
export function PropertyTable({ event }: { event: PlanEvent }) {
  if (event.events === 0) return <EmptyState title={words.noEvents.title}>{words.noEvents.text}</EmptyState>;
  return (
    <div className={classes.content}>
      <DataTable
        label={planWords.properties}
        columns={columns}
        rows={event.properties}
        rowKey={({ property }) => property}
      />
    </div>
  );
}

function Examples({ values }: { values: unknown[] }) {
  const texts = values.map((value) => JSON.stringify(value));
  return (
    <span className={classes.examples} title={texts.join('\n')}>
      {texts.join(', ') || planWords.none}
    </span>
  );
}

/** Shows the JSON types of a property, the most frequent first; of several with their shares. */
function TypeCounts({ types, of }: { types: PlanProperty['types']; of: number }) {
  const sorted = types.toSorted((one, other) => other.count - one.count);
  const text = sorted
    .map(({ type, count }) => (types.length === 1 ? type : `${type} ${formatShare(count / Math.max(of, 1))}`))
    .join(', ');
  return <span title={text}>{text}</span>;
}
