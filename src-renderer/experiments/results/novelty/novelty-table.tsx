import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import type { NoveltySpan } from '#server/experiments/results/novelty/novelty-contract.ts';
import {
  liftIntervalText,
  liftText,
  personValueText,
  pText,
} from '#server/experiments/results/words/result-text-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { resultTableWords } from '../metrics/words.ts';
import { noveltyWords, spanText } from './novelty-words.ts';

/** Lists all numbers of all variants, control included. */
export function NoveltyTable({
  label,
  spans,
  kind,
}: {
  label: string;
  spans: readonly NoveltySpan[];
  kind: MetricKind;
}) {
  const rows = spans.flatMap(({ variants, ...days }) => variants.map((variant) => ({ ...days, variant })));
  return (
    <DataTable
      label={label}
      columns={columnsOf(kind)}
      rows={rows}
      rowKey={({ from_day: from, variant }) => `${from} ${variant.key}`}
    />
  );
}

type Row = Pick<NoveltySpan, 'from_day' | 'to_day'> & { variant: NoveltySpan['variants'][number] };

function columnsOf(kind: MetricKind): Column<Row>[] {
  const { columns } = resultTableWords;
  return [
    { header: noveltyWords.days, cell: ({ from_day: from, to_day: to }) => spanText(from, to) },
    { header: columns.variant, cell: ({ variant }) => variant.key },
    { header: columns.people, align: 'end', cell: ({ variant }) => formatCount(variant.people) },
    { header: columns.value, align: 'end', cell: ({ variant }) => personValueText(kind, variant) },
    {
      header: columns.lift,
      align: 'end',
      cell: ({ variant: { versus } }) => (versus === null ? '–' : liftText(versus.lift, versus.lift_interval)),
    },
    {
      header: columns.liftInterval,
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
