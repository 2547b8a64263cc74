import { SegmentedControl } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, SecondaryResult, SecondaryResults } from '#server/experiments/results/results-contract.ts';
import { IntervalAxis } from '../../../ui/charts/interval-chart.tsx';
import type { Scale } from '../../../ui/charts/scale.ts';
import { LegendKey } from '../../../ui/charts/swatch.tsx';
import { TableToggle } from '../../../ui/charts/table-toggle.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { relativeTo } from '../charts/effect-days.ts';
import { liftScale } from '../charts/lift-scale.ts';
import { primaryMetric } from '../results-search.ts';
import { MetricRows } from './results-metric.tsx';
import classes from './results-metrics.module.css';
import { axisPercent, controlOf } from './results-numbers.ts';
import { ResultsTable } from './results-table.tsx';

const route = getRouteApi('/experiments/$experimentId');

type Props = { experiment: Experiment; result: MetricResult; secondary: UseQueryResult<SecondaryResults> };

/** All metrics, a row a variant, with their lifts on one axis. */
export function ResultsMetrics({ experiment, result, secondary }: Props) {
  const { scale: shown = 'lift' } = route.useSearch();
  const [asTable, setAsTable] = useState(false);
  const navigate = route.useNavigate();
  const secondaries = secondary.data?.results ?? [];
  const metrics = [result, ...secondaries];
  const show = (value: string) =>
    void navigate({
      search: (previous) => ({ ...previous, scale: value === 'value' ? 'value' : undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Section
      title="Metrics"
      count={metrics.length}
      actions={
        <>
          <SegmentedControl
            aria-label="What the intervals are of"
            size="xs"
            value={shown}
            onChange={show}
            data={[
              { value: 'lift', label: 'Lift' },
              { value: 'value', label: 'Value' },
            ]}
          />
          <TableToggle isOn={asTable} onChange={setAsTable} />
        </>
      }
    >
      <Intervals experiment={experiment} metrics={metrics} shown={shown} />
      {secondary.data === undefined && <QueryState query={secondary} what="The secondary metrics" rows={3} />}
      <Notes result={result} metrics={metrics} shown={shown} />
      {asTable && <ResultsTable metrics={metrics} />}
    </Section>
  );
}

type IntervalsProps = {
  experiment: Experiment;
  metrics: (MetricResult | SecondaryResult)[];
  shown: 'lift' | 'value';
};

function Intervals({ experiment, metrics, shown }: IntervalsProps) {
  const { metric: open = primaryMetric } = route.useSearch();
  const navigate = route.useNavigate();
  const scale = shown === 'lift' ? sharedScale(metrics) : null;
  const toggle = (id: string) =>
    void navigate({
      search: (previous) => ({ ...previous, metric: open === id ? 'none' : id === primaryMetric ? undefined : id }),
      replace: true,
      resetScroll: false,
    });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.table} aria-label="Results by metric and variant">
        <colgroup>
          <col width="12%" />
          <col width="72" />
          <col width="72" />
          <col width="122" />
          <col width="138" />
          <col />
          <col width="126" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col" data-align="end">
              People
            </th>
            <th scope="col" data-align="end" title="People who came to the last step, or events">
              Count
            </th>
            <th scope="col" data-align="end">
              Value
            </th>
            <th scope="col" data-align="end">
              Lift
            </th>
            <th scope="col" className={classes.axisCell}>
              <span className={classes.axisTitle}>
                {shown === 'lift' ? 'Lift against control, 95% interval' : 'Value, 95% interval'}
              </span>
              {scale !== null && <IntervalAxis scale={scale} format={axisPercent} />}
            </th>
            <th scope="col" data-align="end">
              Chance to be best
            </th>
          </tr>
        </thead>
        {metrics.map((metric) => {
          const id = 'index' in metric ? String(metric.index) : primaryMetric;
          return (
            <MetricRows
              key={id}
              experiment={experiment}
              metric={metric}
              scale={scale}
              isOpen={open === id}
              onToggle={() => toggle(id)}
            />
          );
        })}
      </table>
    </div>
  );
}

/** Lifts have no unit, so those of all metrics can be compared by eye; the always-valid intervals should be seen whole too. */
function sharedScale(metrics: readonly MetricResult[]): Scale {
  return liftScale(
    metrics.flatMap((metric) => {
      const control = controlOf(metric)?.value ?? 0;
      return metric.variants.flatMap(({ comparison }) =>
        comparison === null ? [] : [comparison.lift_interval, relativeTo(comparison.sequential_interval, control)],
      );
    }),
  );
}

function Notes({ result, metrics, shown }: { result: MetricResult; metrics: MetricResult[]; shown: 'lift' | 'value' }) {
  const tests = Math.max(0, result.variants.length - 1);
  const comparisons = tests * metrics.length;
  return (
    <div className={classes.notes}>
      <LegendKey>
        <span className={classes.keyBar} aria-hidden="true" /> 95% interval
      </LegendKey>
      <LegendKey>
        <span className={classes.keyDensity} aria-hidden="true" /> how likely each {shown} is
      </LegendKey>
      {shown === 'lift' && (
        <LegendKey>
          <span className={classes.keyWhisker} aria-hidden="true" /> interval valid however often you look
        </LegendKey>
      )}
      {comparisons > 1 && (
        <span>
          {comparisons} comparisons: “better” and “worse” are said only where they hold after Holm’s correction.
        </span>
      )}
    </div>
  );
}
