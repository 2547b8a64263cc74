import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import type { MetricResult, VariantResult } from '#server/experiments/results/results-contract.ts';
import type { Guardrail } from '#server/experiments/results/verdict/guardrail-contract.ts';
import { minimumEffectOf } from '#server/experiments/results/words/minimum-effect-contract.ts';
import {
  countText,
  differenceText,
  kindOfResult,
  liftIntervalText,
  liftText,
  personValueText,
} from '#server/experiments/results/words/result-text-contract.ts';
import { WordBar } from '../../../ui/charts/interval-chart.tsx';
import type { Readout } from '../../../ui/charts/readout.tsx';
import type { Scale } from '../../../ui/charts/scale.ts';
import { formatCount } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { outcomeShown } from '../verdict/verdict-tones.ts';
import { LiftPlot, VariantName } from './lift-cells.tsx';
import classes from './results-metrics.module.css';
import { chanceText, differenceIntervalText, shownInterval } from './results-numbers.ts';
import { ShrunkenLift } from './shrunken-lift.tsx';
import { LiftBar, ValueBar } from './variant-bars.tsx';
import { resultTableWords } from './words.ts';

type RowProps = {
  metric: MetricResult;
  /** The variant as a guardrail, if the metric is one. */
  guardrail: Guardrail | undefined;
  variant: VariantResult;
  scale: Scale;
  shown: 'lift' | 'value';
  color: string;
  readout: Readout;
};

/** Shows the numbers of a variant, and their interval on the scale. */
export function VariantRow({ metric, guardrail, variant, scale, shown, color, readout }: RowProps) {
  const bar = { metric, variant, scale, color, readout };
  const kind = kindOfResult(metric);
  const { key, evidence, outcome } = variant;
  const { versus } = evidence;
  const minimum = minimumEffectOf(metric, versus);
  return (
    <tr className={classes.row}>
      <th scope="row">
        <VariantName variant={key} color={color} />
      </th>
      <td data-align="end">{formatCount(evidence.people)}</td>
      <td data-align="end">{countText(kind, evidence)}</td>
      <td data-align="end">
        <span className={classes.main}>{personValueText(kind, evidence)}</span>
        <span className={classes.sub}>{shownInterval(kind, evidence)}</span>
        {evidence.people > 0 && evidence.is_too_little && (
          <span className={classes.sub}>{resultTableWords.tooLittle}</span>
        )}
      </td>
      <td data-align="end">
        {versus === null ? (
          <span className={classes.sub}>–</span>
        ) : (
          <>
            <Lift metric={metric} variant={variant} guardrail={guardrail} kind={kind} />
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
          <ValueBar {...bar} kind={kind} />
        ) : outcome === 'reference' ? (
          <WordBar
            scale={scale}
            color={color}
            text={resultTableWords.reference}
            label={resultTableWords.referenceHint}
          />
        ) : (
          <LiftPlot name={key} versus={versus} scale={scale} color={color}>
            <LiftBar {...bar} />
          </LiftPlot>
        )}
      </td>
      <td data-align="end">
        <span title={metric.basis === null ? undefined : resultTableWords.shrunken.chance(metric.basis.prior_sd)}>
          {chanceText(versus)}
        </span>
        {versus?.shrunken && (
          <span className={classes.meter} aria-hidden="true">
            <span style={{ width: `${versus.shrunken.chance_to_win * 100}%`, background: color }} />
          </span>
        )}
      </td>
    </tr>
  );
}

/** Colors a clear outcome; the sign and the word say the same. */
function Lift({
  metric,
  variant,
  guardrail,
  kind,
}: Pick<RowProps, 'metric' | 'variant' | 'guardrail'> & { kind: MetricKind }) {
  const { outcome } = variant;
  const isClear = outcome === 'better' || outcome === 'worse';
  const { word, tone } = outcomeShown(metric.verdict, outcome, guardrail);
  const { lift = null, lift_interval: interval = null, difference = 0 } = variant.evidence.versus ?? {};
  const between = variant.evidence.versus?.difference_interval ?? null;
  const icon = difference < 0 ? IconArrowDownRight : IconArrowUpRight;
  const isDifference = lift === null && between !== null;
  return (
    <>
      <span
        className={classes.main}
        data-tone={isClear ? tone : undefined}
        title={isDifference ? resultTableWords.noLift : word}
      >
        {isClear && <Icon of={icon} className={classes.arrow} label={word} />}
        {isDifference ? differenceText(kind, difference, between) : liftText(lift, interval)}
      </span>
      <span className={classes.sub}>
        {isDifference ? differenceIntervalText(kind, between) : liftIntervalText(interval)}
      </span>
      {variant.evidence.versus?.is_too_little === true && (
        <span className={classes.sub}>{resultTableWords.tooLittle}</span>
      )}
    </>
  );
}
