import type { Plan } from '#server/experiments/planning/plan-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { percentUp } from './percent-up.ts';
import classes from './planner.module.css';
import { words } from './words.ts';

const { weeks: text } = words;

type Row = Plan['weeks'][number];

const effect = (change: number | null) => (change === null ? text.none : percentUp(change));
const columns: Column<Row>[] = [
  { header: text.after, cell: ({ weeks }) => text.weeks(weeks) },
  { header: text.people, align: 'end', cell: ({ people }) => formatCount(Math.round(people)) },
  { header: text.increase, align: 'end', cell: ({ increase }) => effect(increase) },
  { header: text.decrease, align: 'end', cell: ({ decrease }) => effect(decrease) },
];

/** Lists what a few weeks at the pace of the plan detect, in both directions. */
export function WeeksTable({ weeks }: { weeks: readonly Row[] }) {
  return (
    <div className={classes.weeks}>
      <DataTable label={text.label} columns={columns} rows={weeks} rowKey={(row) => row.weeks} />
    </div>
  );
}
