import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { type MetricKind, valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import type { VariantResult } from '#server/experiments/results/results-contract.ts';
import {
  liftIntervalText,
  liftText,
  personValueText,
  valueText,
} from '#server/experiments/results/words/result-text-contract.ts';
import { verdictWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { truthOf } from '../../simulation/simulate-plan.ts';
import type { SimulationMark } from '../../simulation/simulation-mark.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import looks from '../../ui/text.module.css';
import { resultsQuery } from '../queries.ts';
import { shownInterval } from '../results/metrics/results-numbers.ts';
import { experimentWords } from '../words.ts';
import classes from './simulator.module.css';
import { words } from './words.ts';

const { truth: text } = words;

/** Compares the measured results with the true values, which only a simulation knows. */
export function SimulatedTruth({ experiment, mark }: { experiment: Experiment; mark: SimulationMark }) {
  const project = useProject();
  const query = useQuery(resultsQuery(project.id, experiment.id));
  if (query.data === undefined) return <QueryState query={query} what={experimentWords.results} rows={3} />;
  const { result } = query.data;
  if (result.metric === null || result.variants.length === 0)
    return <p className={classes.lead}>{verdictWords(experiment, result).text}</p>;
  return (
    <>
      <DataTable
        label={words.tab.truth}
        columns={columnsOf(result.metric.kind, mark)}
        rows={result.variants}
        rowKey={({ key }) => key}
      />
      <p className={classes.lead}>{text.note(mark.seed, mark.users)}</p>
    </>
  );
}

function columnsOf(kind: MetricKind, mark: SimulationMark): Column<VariantResult>[] {
  const truth = (key: string) => truthOf(mark, key) / valueFormats[kind].whole;
  const effect = (key: string) => (mark.effects[key] ?? 0) / 100;
  return [
    { header: text.variant, width: '16%', cell: ({ key }) => <span className={looks.mono}>{key}</span> },
    { header: text.trueValue, width: '10%', align: 'end', cell: ({ key }) => valueText(kind, truth(key)) },
    {
      header: text.measuredValue,
      width: '22%',
      align: 'end',
      cell: ({ evidence }) => (
        <Measured value={personValueText(kind, evidence)} interval={shownInterval(kind, evidence)} />
      ),
    },
    {
      header: text.trueEffect,
      width: '11%',
      align: 'end',
      cell: ({ key, outcome }) => (outcome === 'reference' ? '–' : liftText(effect(key), null)),
    },
    {
      header: text.measuredLift,
      width: '24%',
      align: 'end',
      cell: ({ evidence: { versus } }) =>
        versus === null ? (
          '–'
        ) : (
          <Measured
            value={liftText(versus.lift, versus.lift_interval)}
            interval={liftIntervalText(versus.lift_interval)}
          />
        ),
    },
    { header: text.includesTruth, cell: (variant) => <Includes variant={variant} effect={effect(variant.key)} /> },
  ];
}

function Measured({ value, interval }: { value: string; interval: string }) {
  return (
    <>
      {value} <span className={looks.muted}>{interval}</span>
    </>
  );
}

function Includes({ variant: { evidence }, effect }: { variant: VariantResult; effect: number }) {
  const interval = evidence.versus?.lift_interval ?? null;
  if (interval === null) return '–';
  const isIncluded = interval[0] <= effect && effect <= interval[1];
  return (
    <StatusChip tone={isIncluded ? 'ok' : 'warning'} quiet>
      {isIncluded ? text.yes : text.no}
    </StatusChip>
  );
}
