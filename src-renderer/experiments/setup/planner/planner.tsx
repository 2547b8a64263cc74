import { Anchor, NumberInput, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Plan } from '#server/experiments/planning/plan-contract.ts';
import { statisticFormats } from '../../../metrics/metric-kind-words.ts';
import { useField } from '../../../ui/form/field-errors.ts';
import { formatCount } from '../../../ui/format.ts';
import { Section } from '../../../ui/page/section.tsx';
import { baselineDays } from '../metrics/use-metric-baseline.ts';
import type { ExperimentFormState } from '../use-experiment-form.ts';
import classes from './planner.module.css';
import { PowerCurve } from './power-curve.tsx';

type Props = { state: ExperimentFormState };

/** How large a change is to be found, and how many people and days that takes. */
export function Planner({ state }: Props) {
  const { plan, missing, isStale } = state.plan;
  return (
    <Section title="Plan">
      <div className={classes.plan}>
        <Inputs state={state} />
        {plan === null ? (
          <p className={classes.missing}>{missing ?? 'Working it out …'}</p>
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

/** Mantine's descriptions are smaller than anything is here. */
const classNames = { description: classes.description };
/** Below: in a row of fields they would push some further down than others. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

function Inputs({ state }: Props) {
  const { form, plan } = state;
  const { kind, own, captured, type, take } = plan;
  const effect = useField('parameters__minimum_detectable_effect');
  const { whole, suffix, example, largest, figure } = statisticFormats[kind];
  const known = captured.baseline === null ? null : figure(captured.baseline);
  return (
    <div className={classes.inputs}>
      <NumberInput
        label="Smallest change worth finding"
        classNames={classNames}
        inputWrapperOrder={order}
        description={`Relative: ${form.primary.direction === 'decrease' ? 'a fall' : 'a rise'} of so many percent`}
        placeholder="5"
        hideControls
        suffix="%"
        min={0}
        max={1000}
        allowNegative={false}
        decimalScale={4}
        value={form.effect ?? ''}
        onChange={(value) => {
          take(true);
          state.change({ effect: typeof value === 'number' ? value : null });
        }}
        {...effect}
        error={
          effect.error ?? (form.effect === null ? undefined : state.shown.errors.parameters__minimum_detectable_effect)
        }
      />
      <NumberInput
        label="Baseline"
        classNames={classNames}
        inputWrapperOrder={order}
        description={
          own.baseline !== null
            ? `Typed; the last ${baselineDays} days say ${known ?? 'nothing'}`
            : known === null
              ? 'Nothing captured: type what you expect'
              : `Captured in the last ${baselineDays} days; type to change it`
        }
        placeholder={known ?? example}
        hideControls
        suffix={suffix}
        min={0}
        {...(largest !== undefined && { max: largest })}
        allowNegative={false}
        decimalScale={6}
        value={own.baseline === null ? '' : Number((own.baseline * whole).toPrecision(12))}
        onChange={(value) => type({ baseline: typeof value === 'number' ? value / whole : null })}
      />
      <NumberInput
        label="New people a day"
        classNames={classNames}
        inputWrapperOrder={order}
        description={
          own.perDay !== null
            ? 'Typed'
            : captured.perDay === null
              ? 'Nothing captured: type what you expect'
              : `As in the last ${baselineDays} days; type to change it`
        }
        placeholder={captured.perDay === null ? '100' : formatCount(Number(captured.perDay.toPrecision(3)))}
        hideControls
        thousandSeparator=","
        min={0}
        allowNegative={false}
        value={own.perDay ?? ''}
        onChange={(value) => type({ perDay: typeof value === 'number' ? value : null })}
      />
    </div>
  );
}

function Outcome({ plan, state }: { plan: Plan; state: ExperimentFormState }) {
  const { people, per_variant: perVariant, days } = plan;
  const equal = new Set(perVariant).size === 1;
  const each = equal ? `${formatCount(perVariant[0] ?? 0)} in each variant` : perVariant.map(formatCount).join(' + ');
  return (
    <>
      <dl className={classes.figures} aria-live="polite">
        <div>
          <dt>People in all</dt>
          <dd>{formatCount(people)}</dd>
          <dd className={classes.each}>{each}</dd>
        </div>
        <div>
          <dt>Days</dt>
          <dd>{days === null ? '–' : formatCount(Math.ceil(days))}</dd>
          <dd className={classes.each}>
            {days === null
              ? 'needs new people a day'
              : `at ${formatCount(Number((people / days).toPrecision(3)))} people a day who take part`}
          </dd>
        </div>
      </dl>
      <p className={classes.hint}>
        So that a true change of {state.form.effect}% is found 4 times of 5 (power 80%), and none is claimed 19 times of
        20 where there is none (significance 5%
        {perVariant.length > 2 && `, shared among ${perVariant.length - 1} comparisons`}).
      </p>
    </>
  );
}

/** What is saved may be of other days: it is not replaced unasked. */
function Saved({ state }: Props) {
  const { figures, isTaken, take } = state.plan;
  const { people, days } = state.form;
  if (figures === null || isTaken || (people === figures.people && days === figures.days)) return null;
  return (
    <p className={classes.hint}>
      {people === null
        ? 'No plan is saved yet.'
        : `Saved: ${formatCount(people)} people${days === null ? '' : ` in ${days} days`}.`}{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={() => take(true)}>
        Take these figures
      </Anchor>
    </p>
  );
}

const percent = (value: number) => `${Number(value.toPrecision(3))}%`;

const curves = [
  { value: 'power', label: 'Power' },
  { value: 'days', label: 'Over time' },
];

function Curves({ plan, effect }: { plan: Plan; effect: number }) {
  const [shown, setShown] = useState('power');
  const hasDays = plan.effect_curve.length > 1;
  const isPower = shown === 'power' || !hasDays;
  return (
    <div className={classes.curves}>
      <div className={classes.curveHead}>
        {hasDays && <SegmentedControl size="xs" aria-label="Curve" data={curves} value={shown} onChange={setShown} />}
        <span className={classes.hint}>
          {isPower
            ? 'The chance to find a change, by how large it really is.'
            : 'The smallest change that would be found, by how long it runs.'}
        </span>
      </div>
      {isPower ? (
        <PowerCurve
          label="Power over the true change"
          points={plan.power_curve.map((point) => ({ x: point.effect, y: point.power * 100 }))}
          x={{ name: 'true change', words: percent }}
          y={{ name: 'power', words: percent }}
          top={100}
          goal={{ x: effect, y: 80 }}
        />
      ) : (
        <PowerCurve
          label="Smallest change that is found, over days"
          points={plan.effect_curve.map((point) => ({ x: point.days, y: point.effect }))}
          x={{ name: 'days', words: (days) => formatCount(days) }}
          y={{ name: 'change', words: percent }}
          goal={plan.days === null ? null : { x: Math.ceil(plan.days), y: effect }}
        />
      )}
    </div>
  );
}
