import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import type { Basis } from '#server/experiments/results/judge/evidence-contract.ts';
import type { MetricResult, SecondaryResult, SecondaryResults } from '#server/experiments/results/results-contract.ts';
import { tooSmall } from '#server/experiments/results/words/minimum-effect-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { useProject } from '../../../projects/current-project.ts';
import { type SimulationMark, simulationOf } from '../../../simulation/simulation-mark.ts';
import { BandKey, IntervalAxis, outcomeIcons } from '../../../ui/charts/interval-chart.tsx';
import { LegendKey } from '../../../ui/charts/swatch.tsx';
import { TableToggle } from '../../../ui/charts/table-toggle.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { sharedScale } from '../charts/lift-scale.ts';
import { metricInAddress, primaryMetric } from '../results-search.ts';
import { useChangeResults } from '../use-change-results.ts';
import { MetricRows } from './results-metric.tsx';
import classes from './results-metrics.module.css';
import { liftTick } from './results-numbers.ts';
import { ResultsTable } from './results-table.tsx';
import truthClasses from './true-lifts.module.css';
import { TruthContext } from './true-lifts.ts';
import { comparisonWords, resultTableWords } from './words.ts';

const route = getRouteApi('/experiments/$experimentId');

type Props = { experiment: Experiment; result: MetricResult; secondary: UseQueryResult<SecondaryResults> };

/** Shows all metrics, with a row per variant and their lifts on one axis. */
export function ResultsMetrics({ experiment, result, secondary }: Props) {
  const { scale: shown = 'lift' } = route.useSearch();
  const [asTable, setAsTable] = useState(false);
  const change = useChangeResults();
  const mark = simulationOf(experiment, useProject());
  const secondaries = secondary.data?.results ?? [];
  const metrics = [result, ...secondaries];
  return (
    <Section
      title={resultTableWords.title}
      count={metrics.length}
      actions={
        <>
          {result.basis !== null && <PeopleSwitch basis={result.basis} />}
          <Segments
            label={resultTableWords.shown}
            names={{ lift: resultTableWords.columns.lift, value: resultTableWords.columns.value }}
            value={shown}
            onChange={(value) => change({ scale: value === 'value' ? value : undefined })}
          />
          <TableToggle isOn={asTable} onChange={setAsTable} />
        </>
      }
    >
      <TruthContext value={mark}>
        <Intervals experiment={experiment} metrics={metrics} shown={shown} mark={mark} />
      </TruthContext>
      {secondary.data === undefined && <QueryState query={secondary} what={resultTableWords.secondary} rows={3} />}
      <Notes metrics={metrics} shown={shown} isSimulated={mark !== null} />
      {asTable && <ResultsTable metrics={metrics} mark={mark} />}
    </Section>
  );
}

type IntervalsProps = {
  experiment: Experiment;
  metrics: (MetricResult | SecondaryResult)[];
  shown: 'lift' | 'value';
  mark: SimulationMark | null;
};

function Intervals({ experiment, metrics, shown, mark }: IntervalsProps) {
  const { metric: open = primaryMetric } = route.useSearch();
  const change = useChangeResults();
  const scale = shown === 'lift' ? sharedScale(metrics, mark) : null;
  const toggle = (id: string) => change({ metric: open === id ? 'none' : id === primaryMetric ? undefined : id });
  return (
    <ScrollBox className={classes.scroll}>
      <table className={classes.table} aria-label={resultTableWords.table}>
        <colgroup>
          <col width="12%" />
          <col width="72" data-priority="low" />
          <col width="72" data-priority="low" />
          <col width="122" />
          <col width="138" />
          <col />
          <col width="126" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{resultTableWords.columns.variant}</th>
            <th scope="col" data-align="end">
              {resultTableWords.columns.people}
            </th>
            <th scope="col" data-align="end" title={resultTableWords.columns.countHint}>
              {resultTableWords.columns.count}
            </th>
            <th scope="col" data-align="end">
              {resultTableWords.columns.value}
            </th>
            <th scope="col" data-align="end">
              <Terms>{resultTableWords.columns.lift}</Terms>
            </th>
            <th scope="col" className={classes.axisCell}>
              <span className={classes.axisTitle}>
                <Terms>{shown === 'lift' ? resultTableWords.axes.lift : resultTableWords.axes.values}</Terms>
              </span>
              {scale !== null && <IntervalAxis scale={scale} format={liftTick} />}
            </th>
            <th scope="col" data-align="end">
              <Terms>{resultTableWords.columns.chance}</Terms>
            </th>
          </tr>
        </thead>
        {metrics.map((metric) => {
          const id = metricInAddress(metric);
          return (
            <MetricRows
              key={id}
              experiment={experiment}
              metric={metric}
              guardrails={metrics[0]?.verdict.guardrails ?? []}
              scale={scale}
              isOpen={open === id}
              onToggle={() => toggle(id)}
            />
          );
        })}
      </table>
    </ScrollBox>
  );
}

type NotesProps = { metrics: MetricResult[]; shown: 'lift' | 'value'; isSimulated: boolean };

function Notes({ metrics, shown, isSimulated }: NotesProps) {
  const [primary, ...secondary] = metrics;
  const priorSd = primary?.basis?.prior_sd;
  const { legend: text } = resultTableWords;
  const hasDensity = metrics.some(({ variants }) => variants.some(({ evidence }) => evidence.adjusted_value === null));
  return (
    <div className={classes.notes}>
      <LegendKey>
        <span className={classes.keyBar} aria-hidden="true" /> <Terms>{text.interval}</Terms>
      </LegendKey>
      {(shown === 'value' || hasDensity) && (
        <LegendKey>
          <span className={classes.keyDensity} aria-hidden="true" /> <Terms>{text.density[shown]}</Terms>
        </LegendKey>
      )}
      {shown === 'lift' && (
        <LegendKey>
          <span className={classes.keyWhisker} aria-hidden="true" /> <Terms>{text.alwaysValid}</Terms>
        </LegendKey>
      )}
      {shown === 'lift' && metrics.some((metric) => tooSmall(metric) !== null) && (
        <LegendKey>
          <BandKey /> <Terms>{text.tooSmall}</Terms>
        </LegendKey>
      )}
      {shown === 'lift' && isSimulated && (
        <LegendKey>
          <span className={truthClasses.keyTruth} aria-hidden="true" /> {text.truth}
        </LegendKey>
      )}
      {shown === 'lift' &&
        (['won', 'lost'] as const).map((outcome) => (
          <LegendKey key={outcome}>
            <span className={classes.keyOutcome} data-outcome={outcome}>
              <Icon of={outcomeIcons[outcome]} />
            </span>
            {text[outcome]}
          </LegendKey>
        ))}
      {priorSd !== undefined && (
        <span>
          <Terms>{text.shrunken(priorSd)}</Terms>
        </span>
      )}
      {comparisonWords(secondary).map((sentence) => (
        <span key={sentence}>
          <Terms>{sentence}</Terms>
        </span>
      ))}
    </div>
  );
}

/** Chooses whose data decides, with the number of both; nothing where they are the same people. */
function PeopleSwitch({ basis }: { basis: Basis }) {
  const { people = 'mature' } = route.useSearch();
  const change = useChangeResults();
  const { window_days: days, mature, everyone } = basis;
  if (days === null || (mature === everyone && people === 'mature')) return null;
  return (
    <Segments
      label={resultTableWords.people.label}
      names={{
        mature: resultTableWords.people.mature(days, formatCount(mature)),
        everyone: resultTableWords.people.everyone(formatCount(everyone)),
      }}
      value={people}
      onChange={(value) => change({ people: value === 'everyone' ? value : undefined })}
    />
  );
}
