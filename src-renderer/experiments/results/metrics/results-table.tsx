import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import type { MetricResult, SecondaryResult, VariantResult } from '#server/experiments/results/results-contract.ts';
import { countText, kindOfResult, personValueText } from '#server/experiments/results/words/result-text-contract.ts';
import type { SimulationMark } from '../../../simulation/simulation-mark.ts';
import { formatCount } from '../../../ui/format.ts';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { metricInAddress } from '../results-search.ts';
import { metricName } from '../results-words.ts';
import classes from './results-metrics.module.css';
import { comparisonTexts, shownInterval } from './results-numbers.ts';
import { shrunkenText } from './shrunken-lift.tsx';
import { trueLiftText } from './true-lifts.ts';
import { resultTableWords } from './words.ts';

const { columns: text } = resultTableWords;

type Row = { metric: MetricResult | SecondaryResult; kind: MetricKind; variant: VariantResult };

const truthColumn = (mark: SimulationMark): Column<Row> => ({
  header: text.truth,
  align: 'end',
  cell: ({ metric, variant }) => trueLiftText(mark, metric, variant.key),
});

const columns: Column<Row>[] = [
  { header: text.metric, cell: ({ metric }) => metricName(metric) },
  { header: text.variant, cell: ({ variant }) => <span className="mono">{variant.key}</span> },
  { header: text.people, align: 'end', cell: ({ variant }) => formatCount(variant.evidence.people) },
  { header: text.count, align: 'end', cell: ({ kind, variant }) => countText(kind, variant.evidence) },
  {
    header: text.value,
    align: 'end',
    cell: ({ kind, variant }) => personValueText(kind, variant.evidence),
  },
  {
    header: text.interval,
    align: 'end',
    cell: ({ kind, variant }) => shownInterval(kind, variant.evidence),
  },
  {
    header: text.lift,
    align: 'end',
    cell: ({ variant: { evidence } }) => comparisonTexts(evidence.versus).lift,
  },
  {
    header: text.liftInterval,
    align: 'end',
    cell: ({ variant: { evidence } }) => comparisonTexts(evidence.versus).interval,
  },
  {
    header: text.alwaysValid,
    align: 'end',
    cell: ({ variant: { evidence } }) => comparisonTexts(evidence.versus).alwaysValid,
  },
  {
    header: text.shrunken,
    align: 'end',
    cell: ({ variant: { evidence } }) => shrunkenText(evidence.versus),
  },
  {
    header: text.p,
    align: 'end',
    cell: ({ variant: { evidence } }) => comparisonTexts(evidence.versus).p,
  },
  {
    header: text.chance,
    align: 'end',
    cell: ({ variant: { evidence } }) => comparisonTexts(evidence.versus).chance,
  },
];

type Props = { metrics: (MetricResult | SecondaryResult)[]; mark: SimulationMark | null };

/** Lists the numbers of the interval bars, and more; with the true lifts of simulated users. */
export function ResultsTable({ metrics, mark }: Props) {
  const rows = metrics.flatMap((metric) =>
    metric.variants.map((variant) => ({
      metric,
      kind: kindOfResult(metric),
      variant,
    })),
  );
  return (
    <ScrollBox className={classes.numbers}>
      <DataTable
        label={resultTableWords.numbers}
        columns={mark === null ? columns : [...columns, truthColumn(mark)]}
        rows={rows}
        rowKey={({ metric, variant }) => `${metricInAddress(metric)} ${variant.key}`}
      />
    </ScrollBox>
  );
}
