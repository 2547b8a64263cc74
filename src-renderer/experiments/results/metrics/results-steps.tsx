import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { colorOf } from '../results-color.ts';
import classes from '../results-details.module.css';
import { shareText } from './results-numbers.ts';

type Row = { step: number; name: string; people: Record<string, number> };

/** How many people of each variant came to each step: the bar and the share are of all who were exposed. */
export function ResultsSteps({ experiment, metric }: { experiment: Experiment; metric: MetricResult }) {
  const exposed = Object.fromEntries(metric.variants.map(({ key, exposures }) => [key, exposures]));
  const rows: Row[] = [
    { step: 0, name: 'Exposed', people: exposed },
    ...metric.steps.map((people, index) => ({
      step: index + 1,
      name: `${index + 1}. ${metric.metric?.steps[index]?.name ?? 'Step'}`,
      people,
    })),
  ];
  const columns: Column<Row>[] = [
    { header: 'Step', width: '28%', cell: ({ name }) => name },
    ...metric.variants.map(({ key }) => ({
      header: key,
      align: 'end' as const,
      cell: ({ people }: Row) => (
        <Step count={people[key] ?? 0} whole={exposed[key] ?? 0} color={colorOf(experiment, key)} />
      ),
    })),
  ];
  return (
    <div className={classes.steps}>
      <DataTable label="People by step and variant" columns={columns} rows={rows} rowKey={({ step }) => step} />
    </div>
  );
}

function Step({ count, whole, color }: { count: number; whole: number; color: string }) {
  return (
    <span className={classes.step}>
      <span className={classes.stepBar} aria-hidden="true">
        <span style={{ width: whole === 0 ? 0 : `${(count / whole) * 100}%`, background: color }} />
      </span>
      <span>{formatCount(count)}</span> <span className={classes.stepShare}>{shareText(count, whole)}</span>
    </span>
  );
}
