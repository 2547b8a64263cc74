import type { PlanBuild, PlanEvent } from '#server/tracking-plan/contract.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { sortedTimeColumn } from '../../ui/table/time-column.tsx';
import looks from '../../ui/text.module.css';
import { planWords } from '../words.ts';
import classes from './plan-event.module.css';
import { words } from './words.ts';

/** What differs from the build before. */
type Row = PlanBuild & Record<'added' | 'removed' | 'changed', string[]>;

const columns: Column<Row>[] = [
  {
    header: planWords.build,
    width: '18%',
    cell: ({ build }) =>
      build === null ? (
        planWords.noBuild
      ) : (
        <span className={looks.mono} title={build}>
          {build}
        </span>
      ),
  },
  {
    header: words.present,
    width: '84px',
    align: 'end',
    value: ({ events }) => events,
    cell: ({ events }) => formatCount(events),
  },
  { header: words.added, cell: ({ added }) => <Names names={added} /> },
  { header: words.removed, cell: ({ removed }) => <Names names={removed} /> },
  { header: words.changed, cell: ({ changed }) => <Names names={changed} /> },
  sortedTimeColumn(planWords.firstSeen, (row) => row.first_seen),
  sortedTimeColumn(planWords.lastSeen, (row) => row.last_seen),
];

const Names = ({ names }: { names: string[] }) => (
  <span className={classes.examples} title={names.join('\n')}>
    {names.join(', ') || planWords.none}
  </span>
);

/** Shows the builds that sent an event, last seen first, and how the properties of each differ from the build before. */
export function BuildTable({ event }: { event: PlanEvent }) {
  if (event.events === 0) return <EmptyState title={words.noEvents.title}>{words.noEvents.text}</EmptyState>;
  const { builds, build_count: total } = event;
  return (
    <div className={classes.content}>
      <p className={looks.note}>{words.comparedNote}</p>
      {builds.length < total && <p className={looks.note}>{words.latestBuilds(builds.length, total)}</p>}
      <DataTable
        label={planWords.builds}
        columns={columns}
        rows={compared(builds)}
        rowKey={({ build }) => build ?? ''}
      />
    </div>
  );
}

/** Compares each build with the one whose first event came before. */
function compared(builds: readonly PlanBuild[]): Row[] {
  const inOrder = builds.toSorted((one, other) => timeOf(one) - timeOf(other));
  return builds.map((build) => {
    const before = inOrder[inOrder.indexOf(build) - 1];
    const [typesBefore, types] = [typesOf(before ?? build), typesOf(build)];
    const changed = [...types].flatMap(([property, type]) => {
      const typeBefore = typesBefore.get(property) ?? type;
      return typeBefore === type ? [] : [words.typeChange(property, typeBefore, type)];
    });
    return {
      ...build,
      added: [...types.keys()].filter((property) => !typesBefore.has(property)),
      removed: [...typesBefore.keys()].filter((property) => !types.has(property)),
      changed,
    };
  });
}

const timeOf = ({ first_seen: date }: PlanBuild) => Date.parse(date ?? '');

const typesOf = ({ properties }: PlanBuild) =>
  new Map(properties.map(({ property, types }) => [property, types.map(({ type }) => type).join(' or ')]));
