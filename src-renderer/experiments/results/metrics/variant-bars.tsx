import { controlKey } from '#server/experiments/contract.ts';
import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import type { MetricResult, VariantResult } from '#server/experiments/results/results-contract.ts';
import { minimumEffectOf, tooSmall } from '#server/experiments/results/words/minimum-effect-contract.ts';
import {
  controlOf,
  liftIntervalText,
  liftText,
  personValueText,
} from '#server/experiments/results/words/result-text-contract.ts';
import { IntervalBar } from '../../../ui/charts/interval-chart.tsx';
import type { Readout } from '../../../ui/charts/readout.tsx';
import type { Scale } from '../../../ui/charts/scale.ts';
import { liftDensity } from '../charts/lift-density.ts';
import { intervalOutcome } from './interval-outcome.ts';
import { liftsOf, shownInterval } from './results-numbers.ts';
import { useTrueLift } from './true-lifts.ts';
import { resultTableWords } from './words.ts';

type BarProps = { metric: MetricResult; variant: VariantResult; scale: Scale; color: string; readout: Readout };

/** Draws the lift of a test variant, with its intervals. */
export function LiftBar({ metric, variant, scale, color, readout }: BarProps) {
  const truth = useTrueLift(metric, variant.key);
  const control = controlOf(metric);
  const { lift, interval, sequential } = liftsOf(variant.evidence.versus);
  const outcome = intervalOutcome(variant);
  const minimum = minimumEffectOf(metric, variant.evidence.versus);
  // Those of the values are without CUPED.
  const isAdjusted = variant.evidence.adjusted_value !== null;
  const density =
    interval === null || control === undefined || isAdjusted
      ? []
      : liftDensity(control.density, variant.density, interval);
  const texts = [liftText(lift, interval), liftIntervalText(interval), liftIntervalText(sequential)] as const;
  return (
    <IntervalBar
      scale={scale}
      origin={0}
      band={tooSmall(metric)}
      estimate={lift}
      truth={truth}
      interval={interval}
      sequential={sequential}
      density={density}
      color={color}
      outcome={outcome}
      label={[
        resultTableWords.labels.lift(variant.key, ...texts),
        ...(outcome === undefined ? [] : [resultTableWords.outcomes[outcome]]),
        ...(minimum === null ? [] : [minimum.short]),
        ...(truth === null ? [] : [resultTableWords.labels.truth(liftText(truth, null))]),
      ].join(', ')}
      readout={readout}
    />
  );
}

/** Draws the value of a variant, control's marked. */
export function ValueBar({ metric, variant, kind, scale, color, readout }: BarProps & { kind: MetricKind }) {
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
      label={resultTableWords.labels.value(key, personValueText(kind, evidence), shownInterval(kind, evidence))}
      readout={readout}
    />
  );
}
