import type { Breakdown, BreakdownValue } from '#server/experiments/breakdown/breakdown-contract.ts';
import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { IntervalAxis, IntervalBar, WordBar } from '../../../ui/charts/interval-chart.tsx';
import type { Scale } from '../../../ui/charts/scale.ts';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { formatCount } from '../../../ui/format.ts';
import { liftScale } from '../charts/lift-scale.ts';
import rows from '../metrics/results-metrics.module.css';
import {
  axisPercent,
  controlOf,
  liftIntervalText,
  liftText,
  pText,
  shownValue,
  type Unit,
} from '../metrics/results-numbers.ts';
import { words as shared } from '../metrics/words.ts';
import { colorOf } from '../results-color.ts';
import classes from './breakdown.module.css';
import { splitWords, valueName, words } from './breakdown-words.ts';

type Props = { experiment: Experiment; breakdown: Breakdown; unit: Unit };

/** Has a row per value and test variant, with the lift on one axis. */
export function BreakdownTable({ experiment, breakdown, unit }: Props) {
  const { property, values } = breakdown;
  const { columns } = words;
  const scale = liftScale(
    values.flatMap(({ variants }) => variants.map(({ versus }) => versus?.lift_interval ?? null)),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={classes.scroll} tabIndex={0}>
      <table className={rows.table} aria-label={words.table(property)}>
        <colgroup>
          <col width="15%" />
          <col width="9%" />
          <col width="92" />
          <col width="104" />
          <col width="108" />
          <col />
          <col width="84" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={classes.property}>
              {property}
            </th>
            <th scope="col">{columns.variant}</th>
            {(['people', 'value', 'lift'] as const).map((column) => (
              <th key={column} scope="col" data-align="end">
                <Terms>{columns[column]}</Terms>
              </th>
            ))}
            <th scope="col" className={rows.axisCell}>
              <span className={rows.axisTitle}>
                <Terms>{words.axis}</Terms>
              </span>
              <IntervalAxis scale={scale} format={axisPercent} />
            </th>
            <th scope="col" data-align="end">
              <Terms>{columns.p}</Terms>
            </th>
          </tr>
        </thead>
        {values.map((value) => (
          <ValueRows
            key={`${value.kind} ${value.value}`}
            experiment={experiment}
            value={value}
            unit={unit}
            scale={scale}
          />
        ))}
      </table>
    </div>
  );
}

type ValueProps = { experiment: Experiment; value: BreakdownValue; unit: Unit; scale: Scale };

function ValueRows({ experiment, value, unit, scale }: ValueProps) {
  const tests = value.variants.filter(({ key }) => key !== controlKey);
  const control = controlOf(value);
  const split = splitWords(value.sample_ratio);
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
                  {`${words.columns.split}: ${split.word}`}
                </StatusChip>
              </span>
            </th>
          )}
          <td>
            <span className={rows.variant}>
              <span
                className={rows.swatch}
                style={{ background: colorOf(experiment, variant.key) }}
                aria-hidden="true"
              />
              <span className={rows.variantKey} title={variant.key}>
                {variant.key}
              </span>
            </span>
          </td>
          <td data-align="end">
            <span className={rows.main}>{formatCount(variant.people)}</span>
            <span className={rows.sub}>{words.controlPeople(control?.people ?? 0)}</span>
          </td>
          <td data-align="end">
            <span className={rows.main}>{shownValue(unit, variant)}</span>
            {control !== undefined && <span className={rows.sub}>{words.control(shownValue(unit, control))}</span>}
          </td>
          <LiftCells name={name} variant={variant} scale={scale} color={colorOf(experiment, variant.key)} />
        </tr>
      ))}
    </tbody>
  );
}

type LiftProps = { name: string; variant: BreakdownValue['variants'][number]; scale: Scale; color: string };

/** In no color of a verdict: no value has one. */
function LiftCells({ name, variant: { key, versus }, scale, color }: LiftProps) {
  const { lift = null, lift_interval: interval = null } = versus ?? {};
  const label = `${name}, ${key}`;
  return (
    <>
      <td data-align="end">
        <span className={rows.main}>{liftText(lift, interval)}</span>
        <span className={rows.sub}>
          {versus?.is_too_little === true ? shared.tooLittle : liftIntervalText(interval)}
        </span>
      </td>
      <td className={rows.plotCell}>
        {versus === null ? (
          <WordBar scale={scale} color={color} text={shared.nobody} label={shared.labels.nobody(label)} />
        ) : lift === null ? (
          <WordBar scale={scale} color={color} text={shared.noLiftShort} label={shared.labels.noLift(label)} />
        ) : (
          <IntervalBar
            scale={scale}
            origin={0}
            estimate={lift}
            interval={interval}
            sequential={null}
            density={[]}
            color={color}
            label={`${label}: ${shared.columns.lift} ${liftText(lift, interval)}, ${shared.columns.interval} ${liftIntervalText(interval)}`}
          />
        )}
      </td>
      <td data-align="end">{versus === null ? '–' : pText(versus.p_value_adjusted)}</td>
    </>
  );
}
