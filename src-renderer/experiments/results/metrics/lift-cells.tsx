import type { ReactNode } from 'react';
import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import type { Evidence, EvidenceAgainst } from '#server/experiments/results/judge/evidence-contract.ts';
import {
  liftIntervalText,
  liftText,
  personValueText,
  pText,
} from '#server/experiments/results/words/result-text-contract.ts';
import { IntervalBar, WordBar } from '../../../ui/charts/interval-chart.tsx';
import type { Readout } from '../../../ui/charts/readout.tsx';
import type { Scale } from '../../../ui/charts/scale.ts';
import { Swatch } from '../../../ui/charts/swatch.tsx';
import { formatCount } from '../../../ui/format.ts';
import rows from './results-metrics.module.css';
import { resultTableWords } from './words.ts';

/** Names a variant in a row of a table, beside its color. */
export const VariantName = ({ variant, color }: { variant: string; color: string }) => (
  <span className={rows.variant}>
    <Swatch color={color} />
    <span className={rows.variantKey} title={variant}>
      {variant}
    </span>
  </span>
);

type Counted = Pick<Evidence, 'people' | 'value' | 'interval'>;
type ValueProps = { kind: MetricKind; variant: Counted; control: Counted | undefined };

/** Shows the people and the value of a test variant in a row of a table, each above that of control. */
export function ValueCells({ kind, variant, control }: ValueProps) {
  return (
    <>
      <td data-align="end">
        <span className={rows.main}>{formatCount(variant.people)}</span>
        <span className={rows.sub}>{resultTableWords.control(formatCount(control?.people ?? 0))}</span>
      </td>
      <td data-align="end">
        <span className={rows.main}>{personValueText(kind, variant)}</span>
        {control !== undefined && (
          <span className={rows.sub}>{resultTableWords.control(personValueText(kind, control))}</span>
        )}
      </td>
    </>
  );
}

type LiftProps = {
  /** What is compared with control, in words. */
  name: string;
  versus: Pick<EvidenceAgainst, 'lift' | 'lift_interval' | 'p_value_adjusted' | 'is_too_little'> | null;
  scale: Scale;
  color: string;
  readout?: Readout;
};

/** Shows the lift, its interval and p-value in a row of a table, without the color of a verdict: a part of the data has none. */
export function LiftCells({ name, versus, scale, color, readout }: LiftProps) {
  const { lift = null, lift_interval: interval = null } = versus ?? {};
  const texts = [liftText(lift, interval), liftIntervalText(interval)] as const;
  return (
    <>
      <td data-align="end">
        <span className={rows.main}>{texts[0]}</span>
        <span className={rows.sub}>{versus?.is_too_little === true ? resultTableWords.tooLittle : texts[1]}</span>
      </td>
      <td className={rows.plotCell}>
        <LiftPlot name={name} versus={versus} scale={scale} color={color}>
          <IntervalBar
            scale={scale}
            origin={0}
            estimate={lift}
            interval={interval}
            sequential={null}
            density={[]}
            color={color}
            label={resultTableWords.labels.partLift(name, ...texts)}
            {...(readout && { readout })}
          />
        </LiftPlot>
      </td>
      <td data-align="end">{versus === null ? '–' : pText(versus.p_value_adjusted)}</td>
    </>
  );
}

type PlotProps = Pick<LiftProps, 'name' | 'scale' | 'color'> & {
  versus: Pick<EvidenceAgainst, 'lift'> | null;
  children: ReactNode;
};

/** Shows the bar of a lift, or in its place why there is no lift. */
export function LiftPlot({ name, versus, scale, color, children }: PlotProps) {
  const { notCompared, noLiftShort, labels } = resultTableWords;
  if (versus === null)
    return <WordBar scale={scale} color={color} text={notCompared} label={labels.notCompared(name)} />;
  if (versus.lift === null)
    return <WordBar scale={scale} color={color} text={noLiftShort} label={labels.noLift(name)} />;
  return children;
}
