import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import type { NoveltySpan } from '#server/experiments/results/novelty/novelty-contract.ts';
import {
  controlOf,
  liftIntervalText,
  liftText,
  personValueText,
} from '#server/experiments/results/words/result-text-contract.ts';
import type { Readout } from '../../../ui/charts/readout.tsx';
import { Swatch } from '../../../ui/charts/swatch.tsx';
import { liftScale } from '../charts/lift-scale.ts';
import { LiftCells, ValueCells } from '../metrics/lift-cells.tsx';
import { LiftTable } from '../metrics/lift-table.tsx';
import rows from '../metrics/results-metrics.module.css';
import { resultTableWords } from '../metrics/words.ts';
import { colorOf } from '../results-color.ts';
import { noveltyWords, spanText } from './novelty-words.ts';

type Props = {
  experiment: Experiment;
  spans: readonly NoveltySpan[];
  variant: string;
  label: string;
  kind: MetricKind;
};

/** Draws the lift of one test variant in each span of days. All variants share the axis, so that it stays when another is chosen. */
export function NoveltyChart({ experiment, spans, variant: chosen, label, kind }: Props) {
  const scale = liftScale(spans.flatMap(({ variants }) => variants.map(({ versus }) => versus?.lift_interval ?? null)));
  return (
    <LiftTable label={label} heads={[{ text: noveltyWords.days, width: '156' }]} scale={scale}>
      <tbody>
        {spans.map((span) => {
          const variant = span.variants.find(({ key }) => key === chosen);
          if (variant === undefined) return null;
          const name = spanText(span.from_day, span.to_day);
          return (
            <tr key={span.from_day} className={rows.row}>
              <th scope="row">
                <span className={rows.main}>{name}</span>
              </th>
              <ValueCells kind={kind} variant={variant} control={controlOf(span)} />
              <LiftCells
                name={`${name}, ${chosen}`}
                versus={variant.versus}
                scale={scale}
                color={colorOf(experiment, chosen)}
                readout={readoutOf(experiment, span, kind)}
              />
            </tr>
          );
        })}
      </tbody>
    </LiftTable>
  );
}

/** Returns the lifts of all test variants in these days, and the value of control. */
function readoutOf(experiment: Experiment, span: NoveltySpan, kind: MetricKind): Readout {
  return {
    title: spanText(span.from_day, span.to_day),
    rows: span.variants.map(({ key, versus, ...counted }) => {
      const mark = <Swatch key={key} color={colorOf(experiment, key)} />;
      if (key === controlKey)
        return { key, mark, value: personValueText(kind, counted), detail: resultTableWords.reference };
      if (versus === null) return { key, mark, value: resultTableWords.notCompared };
      const { lift, lift_interval: interval } = versus;
      return { key, mark, value: liftText(lift, interval), detail: liftIntervalText(interval) };
    }),
  };
}
