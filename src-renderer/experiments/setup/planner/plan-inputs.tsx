import { statisticTraits, valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import { maxEffect } from '#server/experiments/metrics/options-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { useField } from '../../../ui/form/field-errors.ts';
import { DefaultNumber } from '../../../ui/form/fields/default-number.tsx';
import type { ExperimentFormState } from '../use-experiment-form.ts';
import classes from './planner.module.css';
import { words } from './words.ts';

type Props = { state: ExperimentFormState };

/** Edits the inputs of a plan; captured values are shown until one is entered. */
export function PlanInputs({ state }: Props) {
  const { form, plan } = state;
  const { own, captured, kind, type, setTaken, hasDispersion } = plan;
  const { needsVariance } = statisticTraits[kind];
  const effect = useField('parameters__minimum_detectable_effect');
  const baseline = useField('parameters__benchtop__plan_estimates__baseline');
  const dispersion = useField('parameters__benchtop__plan_estimates__dispersion');
  const perDay = useField('parameters__benchtop__plan_estimates__people_per_day');
  const { whole, suffix, example, largest, figure } = valueFormats[form.primary.kind];
  const known = captured.baseline === null ? null : figure(captured.baseline);
  const typedBaseline = (value: number | null, digits: number) =>
    value === null ? null : Number((value * whole).toPrecision(digits));
  return (
    <div className={classes.inputs}>
      <DefaultNumber
        label={<Terms>{words.effect}</Terms>}
        description={words.effectHint(form.primary.direction === 'decrease')}
        example={words.suchAs('5%')}
        suffix="%"
        max={maxEffect}
        decimalScale={4}
        value={form.effect}
        fallback={null}
        onChange={(value) => {
          setTaken(true);
          state.change({ effect: value });
        }}
        {...effect}
        error={
          effect.error ?? (form.effect === null ? undefined : state.shown.errors.parameters__minimum_detectable_effect)
        }
      />
      <DefaultNumber
        label={<Terms>{words.baseline}</Terms>}
        description={
          own.baseline !== null
            ? words.baselineHints.entered(known)
            : known === null
              ? words.baselineHints.none
              : words.baselineHints.captured
        }
        example={words.suchAs(example)}
        suffix={suffix}
        {...(largest !== undefined && { max: largest })}
        decimalScale={6}
        {...baseline}
        value={typedBaseline(own.baseline, 12)}
        fallback={typedBaseline(captured.baseline, 3)}
        onChange={(value) => type({ baseline: value === null ? null : value / whole })}
      />
      {hasDispersion && (
        <DefaultNumber
          label={<Terms>{words.dispersion}</Terms>}
          description={
            own.dispersion !== null
              ? words.dispersionHints.entered(captured.dispersion)
              : captured.dispersion === null
                ? words.dispersionHints[needsVariance ? 'required' : 'none']
                : words.dispersionHints.captured
          }
          decimalScale={4}
          {...dispersion}
          value={own.dispersion}
          fallback={
            captured.dispersion === null ? (needsVariance ? null : 1) : Number(captured.dispersion.toPrecision(3))
          }
          onChange={(value) => type({ dispersion: value })}
        />
      )}
      <DefaultNumber
        label={words.perDay}
        description={
          own.perDay !== null
            ? words.perDayHints.entered
            : captured.perDay === null
              ? words.perDayHints.none
              : words.perDayHints.captured
        }
        example={words.suchAs('100')}
        thousandSeparator=","
        {...perDay}
        value={own.perDay}
        fallback={captured.perDay === null ? null : Number(captured.perDay.toPrecision(3))}
        onChange={(value) => type({ perDay: value })}
      />
    </div>
  );
}
