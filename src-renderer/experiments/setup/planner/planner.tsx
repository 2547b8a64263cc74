import { Anchor, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Plan } from '#server/experiments/planning/plan-contract.ts';
import { statisticFormats } from '../../../metrics/metric-kind-words.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { DefaultNumber } from '../../../ui/form/default-number.tsx';
import { useField } from '../../../ui/form/field-errors.ts';
import { formatCount } from '../../../ui/format.ts';
import { Section } from '../../../ui/page/section.tsx';
import type { ExperimentFormState } from '../use-experiment-form.ts';
import classes from './planner.module.css';
import { PowerCurve } from './power-curve.tsx';
import { words } from './words.ts';

type Props = { state: ExperimentFormState };

/** Plans how many people and days it takes to detect a change. */
export function Planner({ state }: Props) {
  const { plan, missing, isStale } = state.plan;
  return (
    <Section title={words.title}>
      <div className={classes.plan}>
        <Inputs state={state} />
        {plan === null ? (
          <p className={classes.missing}>{missing ?? words.calculating}</p>
        ) : (
          <div className={classes.outcome} data-stale={isStale || undefined}>
            <Outcome plan={plan} state={state} />
            <Saved state={state} />
            <Curves plan={plan} effect={state.form.effect ?? 0} />
          </div>
        )}
      </div>
    </Section>
  );
}

/** Mantine's descriptions are smaller than the window's smallest text. */
const classNames = { description: classes.description };
/** Puts descriptions below the inputs, so that the inputs of a row align. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

function Inputs({ state }: Props) {
  const { form, plan } = state;
  const { kind, own, captured, type, take } = plan;
  const effect = useField('parameters__minimum_detectable_effect');
  const { whole, suffix, example, largest, figure } = statisticFormats[kind];
  const known = captured.baseline === null ? null : figure(captured.baseline);
  const typedBaseline = (value: number | null, digits: number) =>
    value === null ? null : Number((value * whole).toPrecision(digits));
  return (
    <div className={classes.inputs}>
      <DefaultNumber
        label={<Terms>{words.effect}</Terms>}
        classNames={classNames}
        inputWrapperOrder={order}
        description={words.effectHint(form.primary.direction === 'decrease')}
        example={words.suchAs('5%')}
        suffix="%"
        max={1000}
        decimalScale={4}
        value={form.effect}
        fallback={null}
        onChange={(value) => {
          take(true);
          state.change({ effect: value });
        }}
        {...effect}
        error={
          effect.error ?? (form.effect === null ? undefined : state.shown.errors.parameters__minimum_detectable_effect)
        }
      />
      <DefaultNumber
        label={<Terms>{words.baseline}</Terms>}
        classNames={classNames}
        inputWrapperOrder={order}
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
        value={typedBaseline(own.baseline, 12)}
        fallback={typedBaseline(captured.baseline, 3)}
        onChange={(value) => type({ baseline: value === null ? null : value / whole })}
      />
      <DefaultNumber
        label={words.perDay}
        classNames={classNames}
        inputWrapperOrder={order}
        description={
          own.perDay !== null
            ? words.perDayHints.entered
            : captured.perDay === null
              ? words.perDayHints.none
              : words.perDayHints.captured
        }
        example={words.suchAs('100')}
        thousandSeparator=","
        value={own.perDay}
        fallback={captured.perDay === null ? null : Number(captured.perDay.toPrecision(3))}
        onChange={(perDay) => type({ perDay })}
      />
    </div>
  );
}

function Outcome({ plan, state }: { plan: Plan; state: ExperimentFormState }) {
  const { people, per_variant: perVariant, days } = plan;
  const equal = new Set(perVariant).size === 1;
  const each = equal ? words.inEach(perVariant[0] ?? 0) : perVariant.map(formatCount).join(' + ');
  return (
    <>
      <dl className={classes.figures} aria-live="polite">
        <div>
          <dt>{words.people}</dt>
          <dd>{formatCount(people)}</dd>
          <dd className={classes.each}>{each}</dd>
        </div>
        <div>
          <dt>{words.days}</dt>
          <dd>{days === null ? '–' : formatCount(Math.ceil(days))}</dd>
          <dd className={classes.each}>{days === null ? words.noPace : words.pace(people / days)}</dd>
        </div>
      </dl>
      <p className={classes.hint}>{words.power(state.form.effect, perVariant.length - 1)}</p>
    </>
  );
}

/** Offers to replace a saved plan that differs, which is never replaced unasked. */
function Saved({ state }: Props) {
  const { figures, isTaken, take } = state.plan;
  const { people, days } = state.form;
  if (figures === null || isTaken || (people === figures.people && days === figures.days)) return null;
  return (
    <p className={classes.hint}>
      {people === null ? words.notSaved : words.saved(people, days)}{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={() => take(true)}>
        {words.usePlan}
      </Anchor>
    </p>
  );
}

const percent = (value: number) => `${Number(value.toPrecision(3))}%`;

const { power, days } = words.curves;
const curves = [
  { value: 'power', label: power.tab },
  { value: 'days', label: days.tab },
];

function Curves({ plan, effect }: { plan: Plan; effect: number }) {
  const [shown, setShown] = useState('power');
  const hasDays = plan.effect_curve.length > 1;
  const isPower = shown === 'power' || !hasDays;
  return (
    <div className={classes.curves}>
      <div className={classes.curveHead}>
        {hasDays && (
          <SegmentedControl size="xs" aria-label={words.curve} data={curves} value={shown} onChange={setShown} />
        )}
        <span className={classes.hint}>{isPower ? power.hint : days.hint}</span>
      </div>
      {isPower ? (
        <PowerCurve
          label={power.label}
          points={plan.power_curve.map((point) => ({ x: point.effect, y: point.power * 100 }))}
          x={{ name: power.x, words: percent }}
          y={{ name: power.y, words: percent }}
          top={100}
          goal={{ x: effect, y: 80 }}
        />
      ) : (
        <PowerCurve
          label={days.label}
          points={plan.effect_curve.map((point) => ({ x: point.days, y: point.effect }))}
          x={{ name: days.x, words: formatCount }}
          y={{ name: days.y, words: percent }}
          goal={plan.days === null ? null : { x: Math.ceil(plan.days), y: effect }}
        />
      )}
    </div>
  );
}
