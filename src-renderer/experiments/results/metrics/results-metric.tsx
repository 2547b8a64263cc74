import { IconChevronRight, IconShield } from '@tabler/icons-react';
import { useId } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import type { MetricResult, SecondaryResult } from '#server/experiments/results/results-contract.ts';
import type { Guardrail } from '#server/experiments/results/verdict/guardrail-contract.ts';
import {
  kindOfResult,
  liftIntervalText,
  liftText,
  personValueText,
} from '#server/experiments/results/words/result-text-contract.ts';
import { chipVerdict, verdictWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { IntervalAxis } from '../../../ui/charts/interval-chart.tsx';
import type { Readout } from '../../../ui/charts/readout.tsx';
import { type Scale, valueScale } from '../../../ui/charts/scale.ts';
import { Swatch } from '../../../ui/charts/swatch.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { resultMetricWords } from '../../setup/metrics/metric-words.ts';
import { colorOf } from '../results-color.ts';
import { ResultsDetails } from '../results-details.tsx';
import { metricName } from '../results-words.ts';
import { GuardrailChip } from '../verdict/guardrail-list.tsx';
import { verdictTones } from '../verdict/verdict-tones.ts';
import { cupedMark } from './cuped-words.ts';
import classes from './results-metrics.module.css';
import { shownInterval } from './results-numbers.ts';
import { VariantRow } from './variant-row.tsx';
import { resultTableWords } from './words.ts';

const COLUMNS = 7;

type Props = {
  experiment: Experiment;
  metric: MetricResult | SecondaryResult;
  /** Of the experiment. */
  guardrails: readonly Guardrail[];
  /** The axis of lifts that all metrics share; null where each shows its values on one of its own. */
  scale: Scale | null;
  isOpen: boolean;
  onToggle: () => void;
};

/** Shows a metric with a row per variant, and its details while it is open. */
export function MetricRows({ experiment, metric, guardrails, scale, isOpen, onToggle }: Props) {
  const id = useId();
  const kind = kindOfResult(metric);
  const values =
    scale ??
    valueScale(metric.variants.flatMap(({ evidence }) => (evidence.interval === null ? [] : [evidence.interval])));
  const isReady = metric.variants.length > 0;
  const readout = readoutOf(experiment, metric, scale === null ? 'value' : 'lift');
  return (
    <tbody>
      <tr>
        <th colSpan={scale === null && isReady ? 5 : COLUMNS} scope="rowgroup" className={classes.groupCell}>
          <Heading metric={metric} isOpen={isOpen} controls={id} onToggle={onToggle} />
        </th>
        {scale === null && isReady && (
          <>
            <td className={classes.plotCell} style={{ verticalAlign: 'bottom', padding: '0 20px 2px' }}>
              <span className={classes.sub}>{valueFormats[kind].unit}</span>
              <IntervalAxis scale={values} format={(tick) => valueFormats[kind].tick(tick, values.high - values.low)} />
            </td>
            <td />
          </>
        )}
      </tr>
      {metric.variants.map((variant) => (
        <VariantRow
          key={variant.key}
          metric={metric}
          guardrail={guardrails.find((one) => 'index' in metric && isOf(one, metric.index, variant.key))}
          variant={variant}
          scale={values}
          shown={scale === null ? 'value' : 'lift'}
          color={colorOf(experiment, variant.key)}
          readout={readout}
        />
      ))}
      {!isReady && (
        <tr>
          <td colSpan={COLUMNS} className={classes.detailCell}>
            <p className={classes.message}>{waitingText(experiment, metric)}</p>
          </td>
        </tr>
      )}
      {isOpen && isReady && (
        <tr>
          <td colSpan={COLUMNS} className={classes.detailCell} id={id}>
            <ResultsDetails experiment={experiment} metric={metric} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

const isOf = (guardrail: Guardrail, index: number, variant: string) =>
  guardrail.index === index && guardrail.variant === variant;

/** Returns the numbers of all variants on the shown scale. */
function readoutOf(experiment: Experiment, metric: MetricResult | SecondaryResult, shown: 'lift' | 'value'): Readout {
  const kind = kindOfResult(metric);
  return {
    title: `${metricName(metric)}: ${shown === 'lift' ? resultTableWords.axes.lift : resultTableWords.axes.value(valueFormats[kind].unit)}`,
    rows: metric.variants.map(({ key, outcome, evidence }) => {
      const mark = <Swatch key={key} color={colorOf(experiment, key)} />;
      if (shown === 'value') {
        return { key, mark, value: personValueText(kind, evidence), detail: shownInterval(kind, evidence) };
      }
      if (outcome === 'reference') return { key, mark, value: resultTableWords.reference };
      if (evidence.versus === null) return { key, mark, value: resultTableWords.notCompared };
      const { lift, lift_interval: ends } = evidence.versus;
      return { key, mark, value: liftText(lift, ends), detail: liftIntervalText(ends) };
    }),
  };
}

type HeadingProps = { metric: MetricResult | SecondaryResult; isOpen: boolean; controls: string; onToggle: () => void };

function Heading({ metric, isOpen, controls, onToggle }: HeadingProps) {
  const { kind } = metric.verdict;
  const isReady = metric.variants.length > 0;
  const margin = metric.metric?.guardrail_margin ?? null;
  const state = 'index' in metric ? metric.guardrail_state : null;
  const adjusted = cupedMark(metric);
  return (
    <div className={classes.group}>
      {isReady ? (
        <button
          type="button"
          className={classes.open}
          aria-expanded={isOpen}
          aria-controls={isOpen ? controls : undefined}
          onClick={onToggle}
        >
          <Icon of={IconChevronRight} />
          <span>{metricName(metric)}</span>
        </button>
      ) : (
        <b>{metricName(metric)}</b>
      )}
      {isReady &&
        (state === null ? (
          <StatusChip tone={verdictTones[kind]}>{chipVerdict(metric)}</StatusChip>
        ) : (
          <GuardrailChip state={state} />
        ))}
      {margin !== null && (
        <StatusChip tone="neutral" icon={IconShield}>
          <span>
            <Terms>{resultTableWords.guardrail(margin)}</Terms>
          </span>
        </StatusChip>
      )}
      {isReady && adjusted !== null && (
        <StatusChip tone="neutral">
          <span>
            <Terms>{adjusted}</Terms>
          </span>
        </StatusChip>
      )}
      <span className={classes.sentence} title={resultMetricWords(metric)}>
        {metric.metric !== null && resultMetricWords(metric)}
      </span>
    </div>
  );
}

/** Says why a metric has no numbers. */
function waitingText(experiment: Experiment, metric: MetricResult): string {
  const { text, next } = verdictWords(experiment, metric);
  return [text, ...next].join(' ');
}
