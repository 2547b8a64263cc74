import type { Breakdown, BreakdownValue } from '#server/experiments/breakdown/breakdown-contract.ts';
import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import { controlOf } from '#server/experiments/results/words/result-text-contract.ts';
import type { Scale } from '../../../ui/charts/scale.ts';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { liftScale } from '../charts/lift-scale.ts';
import { LiftCells, ValueCells, VariantName } from '../metrics/lift-cells.tsx';
import { LiftTable } from '../metrics/lift-table.tsx';
import rows from '../metrics/results-metrics.module.css';
import { colorOf } from '../results-color.ts';
import classes from './breakdown.module.css';
import { breakdownWords, splitCheckWords, valueName } from './breakdown-words.ts';

type Props = { experiment: Experiment; breakdown: Breakdown };

/** Has a row per value and test variant, with the lift on one axis. */
export function BreakdownTable({ experiment, breakdown }: Props) {
  const { property, metric_kind: kind, values } = breakdown;
  const scale = liftScale(
    values.flatMap(({ variants }) => variants.map(({ versus }) => versus?.lift_interval ?? null)),
  );
  return (
    <LiftTable
      label={breakdownWords.table(property)}
      heads={[
        { text: property, width: '188' },
        { text: breakdownWords.columns.variant, width: '9%' },
      ]}
      scale={scale}
    >
      {values.map((value) => (
        <ValueRows
          key={`${value.kind} ${value.value}`}
          experiment={experiment}
          value={value}
          kind={kind}
          scale={scale}
        />
      ))}
    </LiftTable>
  );
}

type ValueProps = { experiment: Experiment; value: BreakdownValue; kind: MetricKind; scale: Scale };

function ValueRows({ experiment, value, kind, scale }: ValueProps) {
  const tests = value.variants.filter(({ key }) => key !== controlKey);
  const control = controlOf(value);
  const split = splitCheckWords(value.sample_ratio);
  const name = valueName(value);
  return (
    <tbody>
      {tests.map((variant, index) => (
        <tr key={variant.key} className={rows.row}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={tests.length} className={classes.valueCell}>
              <span className={rows.main} data-dim={value.kind !== 'value' || undefined} title={name}>
                {name}
              </span>
              <span className={classes.split} title={split.detail}>
                <StatusChip tone={split.tone} quiet>
                  {`${breakdownWords.columns.split}: ${split.word}`}
                </StatusChip>
              </span>
            </th>
          )}
          <td>
            <VariantName variant={variant.key} color={colorOf(experiment, variant.key)} />
          </td>
          <ValueCells kind={kind} variant={variant} control={control} />
          <LiftCells
            name={`${name}, ${variant.key}`}
            versus={variant.versus}
            scale={scale}
            color={colorOf(experiment, variant.key)}
          />
        </tr>
      ))}
    </tbody>
  );
}
