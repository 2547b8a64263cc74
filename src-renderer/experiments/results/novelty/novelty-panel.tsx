import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import type { NoveltySpan } from '#server/experiments/results/novelty/novelty-contract.ts';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { useProject } from '../../../projects/current-project.ts';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { formatCount } from '../../../ui/format.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { noveltyQuery } from '../../queries.ts';
import { liftIntervalText, liftText, pText, type Unit, unitOf, valueText } from '../metrics/results-numbers.ts';
import details from '../results-details.module.css';
import { metricName } from '../results-words.ts';
import { changeText, noveltyStates, spanText, words } from './novelty-words.ts';

type Props = { experiment: Experiment; metric: MetricResult | SecondaryResult };

/** Shows the effect by days since the exposure, and whether it changes. */
export function NoveltyPanel({ experiment, metric }: Props) {
  const project = useProject();
  const query = useQuery(noveltyQuery(project.id, experiment.id, 'index' in metric ? metric.index : undefined));
  if (query.data === undefined) return <QueryState query={query} what={words.what} rows={4} />;
  const { state, changes, spans, converts_once: isOnce } = query.data;
  if (state !== 'ready') return <p className={details.dim}>{noveltyStates[state]}</p>;
  const rows = spans.flatMap(({ variants, ...days }) => variants.map((variant) => ({ ...days, variant })));
  return (
    <>
      {changes.map((change) => (
        <p key={change.key}>
          <Terms>{changeText(change)}</Terms>
        </p>
      ))}
      <p className={details.dim}>{[words.about, isOnce ? words.once : words.cause].join(' ')}</p>
      <DataTable
        label={words.table(metricName(metric))}
        columns={columnsOf(unitOf(metric))}
        rows={rows}
        rowKey={({ from_day: from, variant }) => `${from} ${variant.key}`}
      />
    </>
  );
}

type Row = Pick<NoveltySpan, 'from_day' | 'to_day'> & { variant: NoveltySpan['variants'][number] };

function columnsOf(unit: Unit): Column<Row>[] {
  const { columns } = words;
  return [
    { header: columns.days, cell: ({ from_day: from, to_day: to }) => spanText(from, to) },
    { header: columns.variant, cell: ({ variant }) => variant.key },
    { header: columns.people, align: 'end', cell: ({ variant }) => formatCount(variant.people) },
    {
      header: columns.value,
      align: 'end',
      cell: ({ variant: { value, interval } }) =>
        value === null ? '–' : valueText(unit, value, interval ?? undefined),
    },
    {
      header: columns.lift,
      align: 'end',
      cell: ({ variant: { versus } }) => (versus === null ? '–' : liftText(versus.lift, versus.lift_interval)),
    },
    {
      header: columns.interval,
      align: 'end',
      cell: ({ variant: { versus } }) => liftIntervalText(versus?.lift_interval ?? null),
    },
    {
      header: columns.p,
      align: 'end',
      cell: ({ variant: { versus } }) => (versus === null ? '–' : pText(versus.p_value_adjusted)),
    },
  ];
}
