import { IconArrowDownRight, IconArrowUpRight, IconChevronRight, IconShield } from '@tabler/icons-react';
import { useId } from 'react';
import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, SecondaryResult, VariantResult } from '#server/experiments/results/results-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { IntervalAxis, IntervalBar, WordBar } from '../../../ui/charts/interval-chart.tsx';
import type { Readout } from '../../../ui/charts/readout.tsx';
import { type Scale, valueScale } from '../../../ui/charts/scale.ts';
import { Swatch } from '../../../ui/charts/swatch.tsx';
import { StatusChip, type Tone } from '../../../ui/feedback/status-chip.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { resultMetricWords } from '../../setup/metrics/metric-words.ts';
import { liftDensity } from '../charts/lift-density.ts';
import { colorOf } from '../results-color.ts';
import { ResultsDetails } from '../results-details.tsx';
import { metricName } from '../results-words.ts';
import { shortWords, verdictTones, verdictWords } from '../verdict/verdict-words.ts';
import { compatibilityNote, shownChance } from '../working/compatibility-words.ts';
import { intervalOutcome } from './interval-outcome.ts';
import { minimumEffectOf, tooSmall } from './minimum-effect-words.ts';
import classes from './results-metrics.module.css';
import {
  axisValue,
  controlOf,
  countText,
  differenceIntervalText,
  differenceText,
  liftIntervalText,
  liftText,
  shownInterval,
  shownValue,
  type Unit,
  unitName,
  unitOf,
} from './results-numbers.ts';
import { ShrunkenLift } from './shrunken-lift.tsx';
import { useTrueLift } from './true-lifts.ts';
import { words } from './words.ts';

const COLUMNS = 7;

type Props = {
  experiment: Experiment;
  metric: MetricResult | SecondaryResult;
  /** The axis of lifts that all metrics share; null where each shows its values on one of its own. */
  scale: Scale | null;
  isOpen: boolean;
  onToggle: () => void;
};

/** Shows a metric with a row per variant, and its details while it is open. */
export function MetricRows({ experiment, metric, scale, isOpen, onToggle }: Props) {
  const id = useId();
  const unit = unitOf(metric);
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
              <span className={classes.sub}>{unitName(unit)}</span>
              <IntervalAxis scale={values} format={(tick) => axisValue(unit, tick, values.high - values.low)} />
            </td>
            <td />
          </>
        )}
      </tr>
      {metric.variants.map((variant) => (
        <VariantRow
          key={variant.key}
          metric={metric}
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

/** The numbers of all variants on the shown scale. */
function readoutOf(experiment: Experiment, metric: MetricResult | SecondaryResult, shown: 'lift' | 'value'): Readout {
  const unit = unitOf(metric);
  return {
    title: `${metricName(metric)}: ${shown === 'lift' ? words.axes.lift : words.axes.value(unitName(unit))}`,
    rows: metric.variants.map(({ key, outcome, evidence }) => {
      const mark = <Swatch key={key} color={colorOf(experiment, key)} />;
      if (shown === 'value') {
        return { key, mark, value: shownValue(unit, evidence), detail: shownInterval(unit, evidence) };
      }
      if (outcome === 'reference') return { key, mark, value: words.reference };
      if (evidence.versus === null) return { key, mark, value: words.nobody };
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
      {isReady && <StatusChip tone={verdictTones[kind]}>{shortWords[kind]}</StatusChip>}
      {margin !== null && (
        <StatusChip tone="neutral" icon={IconShield}>
          <Terms>{words.guardrail(margin)}</Terms>
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

type RowProps = {
  metric: MetricResult;
  variant: VariantResult;
  scale: Scale;
  shown: 'lift' | 'value';
  color: string;
  readout: Readout;
};

function VariantRow({ metric, variant, scale, shown, color, readout }: RowProps) {
  const bar = { metric, variant, scale, color, readout };
  const unit = unitOf(metric);
  const { key, evidence, outcome, probability } = variant;
  const { versus } = evidence;
  const minimum = minimumEffectOf(metric, versus);
  const note = compatibilityNote(metric);
  return (
    <tr className={classes.row}>
      <th scope="row">
        <span className={classes.variant}>
          <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
          <span className={classes.variantKey} title={key}>
            {key}
          </span>
        </span>
      </th>
      <td data-align="end">{formatCount(evidence.people)}</td>
      <td data-align="end">{countText(unit, evidence)}</td>
      <td data-align="end">
        <span className={classes.main}>{shownValue(unit, evidence)}</span>
        <span className={classes.sub}>{shownInterval(unit, evidence)}</span>
        {evidence.people > 0 && evidence.is_too_little && <span className={classes.sub}>{words.tooLittle}</span>}
      </td>
      <td data-align="end">
        {versus === null ? (
          <span className={classes.sub}>–</span>
        ) : (
          <>
            <Lift variant={variant} unit={unit} />
            {minimum !== null && (
              <span className={classes.sub} title={minimum.sentence}>
                {minimum.short}
              </span>
            )}
            {metric.basis !== null && <ShrunkenLift versus={versus} priorSd={metric.basis.prior_sd} />}
          </>
        )}
      </td>
      <td className={classes.plotCell}>
        {shown === 'value' ? (
          <ValueBar {...bar} unit={unit} />
        ) : outcome === 'reference' ? (
          <WordBar scale={scale} color={color} text={words.reference} label={words.referenceHint} />
        ) : versus === null ? (
          <WordBar scale={scale} color={color} text={words.nobody} label={words.labels.nobody(key)} />
        ) : versus.lift === null ? (
          <WordBar scale={scale} color={color} text={words.noLiftShort} label={words.labels.noLift(key)} />
        ) : (
          <LiftBar {...bar} />
        )}
      </td>
      <td data-align="end">
        <span title={note ?? undefined}>{shownChance(metric, variant)}</span>
        {note === null && (
          <span className={classes.meter} aria-hidden="true">
            <span style={{ width: `${probability * 100}%`, background: color }} />
          </span>
        )}
      </td>
    </tr>
  );
}

/** Colors a clear outcome; the sign and the word say the same. */
function Lift({ variant, unit }: { variant: VariantResult; unit: Unit }) {
  const { outcome } = variant;
  const tone: Tone | undefined = outcome === 'better' ? 'ok' : outcome === 'worse' ? 'danger' : undefined;
  const { lift = null, lift_interval: interval = null, difference = 0 } = variant.evidence.versus ?? {};
  const between = variant.evidence.versus?.difference_interval ?? null;
  const icon = difference < 0 ? IconArrowDownRight : IconArrowUpRight;
  const isDifference = lift === null && between !== null;
  return (
    <>
      <span className={classes.main} data-tone={tone} title={isDifference ? words.noLift : shortWords[outcome]}>
        {tone !== undefined && <Icon of={icon} className={classes.arrow} label={shortWords[outcome]} />}
        {isDifference ? differenceText(unit, difference, between) : liftText(lift, interval)}
      </span>
      <span className={classes.sub}>
        {isDifference ? differenceIntervalText(unit, between) : liftIntervalText(interval)}
      </span>
    </>
  );
}

type BarProps = { metric: MetricResult; variant: VariantResult; scale: Scale; color: string; readout: Readout };

function LiftBar({ metric, variant, scale, color, readout }: BarProps) {
  const truth = useTrueLift(metric, variant.key);
  const control = controlOf(metric);
  const {
    lift = null,
    lift_interval: interval = null,
    always_valid_interval: always = null,
  } = variant.evidence.versus ?? {};
  const outcome = intervalOutcome(variant);
  const minimum = minimumEffectOf(metric, variant.evidence.versus);
  // Those of the values are without CUPED.
  const isAdjusted = variant.evidence.adjusted_value !== null;
  const density =
    interval === null || control === undefined || isAdjusted
      ? []
      : liftDensity(control.density, variant.density, interval);
  const texts = [liftText(lift, interval), liftIntervalText(interval), liftIntervalText(always)] as const;
  return (
    <IntervalBar
      scale={scale}
      origin={0}
      band={tooSmall(metric)}
      estimate={lift}
      truth={truth}
      interval={interval}
      sequential={always}
      density={density}
      color={color}
      outcome={outcome}
      label={[
        words.labels.lift(variant.key, ...texts),
        ...(outcome === undefined ? [] : [words.outcomes[outcome]]),
        ...(minimum === null ? [] : [minimum.short]),
        ...(truth === null ? [] : [words.labels.truth(liftText(truth, null))]),
      ].join(', ')}
      readout={readout}
    />
  );
}

function ValueBar({ metric, variant, unit, scale, color, readout }: BarProps & { unit: Unit }) {
  const { key, evidence, density } = variant;
  const origin = key === controlKey ? null : (controlOf(metric)?.evidence.value ?? null);
  return (
    <IntervalBar
      scale={scale}
      origin={origin}
      estimate={evidence.value}
      interval={evidence.interval}
      sequential={null}
      density={density}
      color={color}
      label={words.labels.value(key, shownValue(unit, evidence), shownInterval(unit, evidence))}
      readout={readout}
    />
  );
}
