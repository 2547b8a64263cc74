import { controlKey } from '#server/experiments/contract.ts';
import type { ExperimentDecision } from '#server/experiments/decision/decision-contract.ts';
import type { ResultSummary } from '#server/experiments/results/results-contract.ts';
import type { Guardrail } from '#server/experiments/results/verdict/guardrail-contract.ts';
import { minimumEffectOf, tooSmall } from '#server/experiments/results/words/minimum-effect-contract.ts';
import {
  controlOf,
  kindOfResult,
  liftIntervalText,
  liftText,
  personValueText,
} from '#server/experiments/results/words/result-text-contract.ts';
import { IntervalAxis, IntervalBar } from '../../ui/charts/interval-chart.tsx';
import type { Scale } from '../../ui/charts/scale.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import looks from '../../ui/text.module.css';
import { liftScale } from '../results/charts/lift-scale.ts';
import { cupedMark } from '../results/metrics/cuped-words.ts';
import { intervalOutcome } from '../results/metrics/interval-outcome.ts';
import { liftsOf, liftTick } from '../results/metrics/results-numbers.ts';
import { colorOf } from '../results/results-color.ts';
import { outcomeShown } from '../results/verdict/verdict-tones.ts';
import { resultMetricWords } from '../setup/metrics/metric-words.ts';
import classes from './decide.module.css';
import { words } from './words.ts';

const { metrics: text } = words;

/** `index`: of a secondary metric. */
type Metric = ResultSummary & { name: string; index?: number };

/** Shows each metric with a row per test variant, the primary one first. */
export function DecideMetrics({ decision }: { decision: ExperimentDecision }) {
  const { result, secondary, variants } = decision;
  const keys = variants.map(({ key }) => key).filter((key) => key !== controlKey);
  const [onlyKey] = keys.length === 1 ? keys : [];
  const metrics: Metric[] = [{ ...result, name: text.primary }, ...secondary];
  const scale = liftScale(metrics.flatMap((metric) => keys.flatMap((key) => intervalsOf(metric, key))));
  return (
    <Section title={text.title} count={metrics.length}>
      <ScrollBox className={classes.scroll}>
        <table className={classes.table} aria-label={text.table}>
          <colgroup>
            <col />
            <col width="68" />
            <col width={onlyKey === undefined ? '120' : '68'} />
            <col width="144" />
            <col width="26%" />
            <col width="152" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{text.metric}</th>
              <th scope="col" data-align="end">
                {controlKey}
              </th>
              <th scope="col" data-align="end">
                {onlyKey ?? text.variant}
              </th>
              <th scope="col" data-align="end">
                {text.lift}
              </th>
              <th scope="col" className={classes.plot}>
                {text.interval}
                <IntervalAxis scale={endsOf(scale)} format={liftTick} />
              </th>
              <th scope="col">{text.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {metrics.flatMap((metric) =>
              keys.map((key, row) => (
                <Row
                  key={`${metric.index ?? text.primary} ${key}`}
                  metric={metric}
                  guardrail={result.verdict.guardrails.find((one) => one.index === metric.index && one.variant === key)}
                  variant={key}
                  isNamed={onlyKey === undefined}
                  metricRows={row === 0 ? keys.length : 0}
                  scale={scale}
                  color={colorOf(decision, key)}
                />
              )),
            )}
          </tbody>
        </table>
      </ScrollBox>
    </Section>
  );
}

/** Returns the labels of an axis: zero and the ends, where they do not touch in a narrow window. */
const endsOf = (scale: Scale): Scale => ({
  ...scale,
  ticks: scale.ticks.filter((tick, index, all) => {
    const isEnd = index === 0 || index === all.length - 1;
    return tick === 0 || (isEnd && Math.abs(tick) > (scale.high - scale.low) / 4);
  }),
});

function intervalsOf({ variants }: ResultSummary, key: string) {
  const versus = variants.find((variant) => variant.key === key)?.evidence.versus ?? null;
  return versus === null ? [] : [versus.lift_interval, versus.always_valid_interval];
}

type RowProps = {
  metric: Metric;
  guardrail: Guardrail | undefined;
  variant: string;
  /** Names the variant, where the column cannot. */
  isNamed: boolean;
  /** Rows that the name of the metric spans; 0 below the first. */
  metricRows: number;
  scale: Scale;
  color: string;
};

function Row({ metric, guardrail, variant: key, isNamed, metricRows, scale, color }: RowProps) {
  const [control, variant] = [controlOf(metric), metric.variants.find((one) => one.key === key)];
  const head = metricRows > 0 && (
    <th scope="row" rowSpan={metricRows} title={resultMetricWords(metric)}>
      {metric.name}
      <span className={classes.sentence}>{metric.metric !== null && resultMetricWords(metric)}</span>
      <span className={classes.sentence}>{cupedMark(metric)}</span>
    </th>
  );
  if (control === undefined || variant === undefined) {
    return (
      <tr>
        {head}
        <td colSpan={5} className={looks.muted}>
          {isNamed && <span className={classes.sentence}>{key}</span>}
          {text.noNumbers}
        </td>
      </tr>
    );
  }
  const kind = kindOfResult(metric);
  const { evidence, outcome } = variant;
  const { lift, interval, sequential } = liftsOf(evidence.versus);
  const minimum = minimumEffectOf(metric, evidence.versus);
  const shown = outcomeShown(metric.verdict, outcome, guardrail);
  const label = text.label(
    isNamed ? `${metric.name}, ${key}` : metric.name,
    liftText(lift, interval),
    liftIntervalText(interval),
  );
  return (
    <tr>
      {head}
      <td data-align="end">{personValueText(kind, control.evidence)}</td>
      <td data-align="end">
        {isNamed && <span className={classes.sentence}>{key}</span>}
        {personValueText(kind, evidence)}
      </td>
      <td data-align="end">
        {liftText(lift, interval)}
        {interval !== null && <span className={classes.sentence}>{liftIntervalText(interval)}</span>}
      </td>
      <td className={classes.plot}>
        <IntervalBar
          scale={scale}
          color={color}
          label={label}
          interval={interval}
          sequential={sequential}
          origin={0}
          band={tooSmall(metric)}
          estimate={lift}
          density={[]}
          outcome={intervalOutcome(variant)}
        />
      </td>
      <td>
        <StatusChip tone={shown.tone}>{shown.word}</StatusChip>
        {minimum !== null && (
          <span className={classes.sentence} title={minimum.sentence}>
            {minimum.short}
          </span>
        )}
      </td>
    </tr>
  );
}
