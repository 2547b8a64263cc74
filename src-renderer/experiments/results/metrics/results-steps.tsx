import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { pastWindowWords } from '#server/experiments/results/words/people-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import looks from '../../../ui/text.module.css';
import { colorOf } from '../results-color.ts';
import classes from '../results-details.module.css';
import { shareText } from './results-numbers.ts';
import { resultTableWords } from './words.ts';

const { steps: text } = resultTableWords;

type Row = { step: number; name: string; people: Record<string, number> };

/** Shows how many people of each variant completed each step, with their share of those who count: the people of the results table. */
export function ResultsSteps({ experiment, metric }: { experiment: Experiment; metric: MetricResult }) {
  const counted = Object.fromEntries(metric.variants.map(({ key, evidence }) => [key, evidence.people]));
  const rows: Row[] = [
    { step: 0, name: `${text.people}${pastWindowWords(metric.basis)}`, people: counted },
    ...metric.steps.map((people, index) => ({
      step: index + 1,
      name: `${index + 1}. ${metric.metric?.steps[index]?.name ?? text.step}`,
      people,
    })),
  ];
  const columns: Column<Row>[] = [
    { header: text.step, width: '28%', cell: ({ name }) => name },
    ...metric.variants.map(({ key }) => ({
      header: key,
      align: 'end' as const,
      cell: ({ people }: Row) => (
        <Step count={people[key] ?? 0} whole={counted[key] ?? 0} color={colorOf(experiment, key)} />
      ),
    })),
  ];
  return (
    <div className={classes.steps}>
      <DataTable label={text.table} columns={columns} rows={rows} rowKey={({ step }) => step} />
    </div>
  );
}

function Step({ count, whole, color }: { count: number; whole: number; color: string }) {
  return (
    <span className={classes.step}>
      <span className={classes.stepBar} aria-hidden="true">
        <span style={{ width: whole === 0 ? 0 : `${(count / whole) * 100}%`, background: color }} />
      </span>
      <span>{formatCount(count)}</span> <span className={looks.muted}>{shareText(count, whole)}</span>
    </span>
  );
}
