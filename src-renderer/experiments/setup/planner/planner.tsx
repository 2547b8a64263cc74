import { Anchor } from '@mantine/core';
import type { Ref } from 'react';
import type { Plan } from '#server/experiments/planning/plan-contract.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Section } from '../../../ui/page/section.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import looks from '../../../ui/text.module.css';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import type { ExperimentFormState } from '../use-experiment-form.ts';
import { longPlanWords } from './long-plan-words.ts';
import { percentUp } from './percent-up.ts';
import { PlanCurves } from './plan-curves.tsx';
import { PlanInputs } from './plan-inputs.tsx';
import classes from './planner.module.css';
import { SimulatedPlan } from './simulated-plan.tsx';
import { words } from './words.ts';

type Props = { state: ExperimentFormState };

/** Plans how many people and days it takes to detect a change. */
export function Planner({ state }: Props) {
  const { plan, missing, isStale, question } = state.plan;
  const focus = useFocusKept<HTMLDListElement>();
  return (
    <Section title={words.title}>
      <div className={classes.plan}>
        <PlanInputs state={state} />
        {plan === null ? (
          <p className={classes.missing}>{missing ?? words.calculating}</p>
        ) : (
          <div className={classes.outcome} data-stale={isStale || undefined} {...focus.actions}>
            <Outcome plan={plan} state={state} figures={focus.place} />
            <Saved state={state} />
            {plan.too_long !== null && <LongPlan tooLong={plan.too_long} />}
            {plan.weeks.length > 0 && <WeeksTable weeks={plan.weeks} />}
            <PlanCurves plan={plan} effect={state.form.effect ?? 0} />
            {question !== null && plan.days !== null && <SimulatedPlan question={question} days={plan.days} />}
          </div>
        )}
      </div>
    </Section>
  );
}

function Outcome({ plan, state, figures }: Props & { plan: Plan; figures: Ref<HTMLDListElement> }) {
  const { people, per_variant: perVariant, days } = plan;
  const window = state.measured.baseline?.window_days ?? null;
  const equal = new Set(perVariant).size === 1;
  const each = equal ? words.inEach(perVariant[0] ?? 0) : perVariant.map(formatCount).join(' + ');
  return (
    <>
      <dl ref={figures} className={classes.figures} aria-live="polite">
        <div>
          <dt>{words.people}</dt>
          <dd>{formatCount(people)}</dd>
          <dd className={classes.each}>{each}</dd>
        </div>
        <div>
          <dt>{words.days}</dt>
          <dd>{days === null ? '–' : formatCount(Math.ceil(days))}</dd>
          <dd className={classes.each}>{days === null ? words.noPace : words.pace(people / days, window)}</dd>
        </div>
      </dl>
      <p className={looks.note}>{words.power(state.form.effect, perVariant.length - 1)}</p>
    </>
  );
}

/** Offers to replace a saved plan that differs, which is never replaced unasked. */
function Saved({ state }: Props) {
  const { figures, isTaken, setTaken } = state.plan;
  const { people, days } = state.form;
  if (figures === null || isTaken || (people === figures.people && days === figures.days)) return null;
  return (
    <p className={looks.note}>
      {people === null ? words.notSaved : words.saved(people, days)}{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={() => setTaken(true)}>
        {words.usePlan}
      </Anchor>
    </p>
  );
}

/** Warns of a plan that takes too long, with what to do instead. */
function LongPlan({ tooLong }: { tooLong: NonNullable<Plan['too_long']> }) {
  const { title, text, instead } = longPlanWords(tooLong);
  return (
    <Callout role="note">
      <strong>{title}.</strong> {text}
      <ul className={classes.instead}>
        {instead.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Callout>
  );
}

const { weeks: text } = words;

type Row = Plan['weeks'][number];

const effect = (change: number | null) => (change === null ? text.none : percentUp(change));
const columns: Column<Row>[] = [
  { header: text.after, cell: ({ weeks }) => text.weeks(weeks) },
  { header: text.people, align: 'end', cell: ({ people }) => formatCount(Math.round(people)) },
  { header: text.increase, align: 'end', cell: ({ increase }) => effect(increase) },
  { header: text.decrease, align: 'end', cell: ({ decrease }) => effect(decrease) },
];

/** Lists what a few weeks at the pace of the plan detect, in both directions. */
function WeeksTable({ weeks }: { weeks: readonly Row[] }) {
  return (
    <div className={classes.weeks}>
      <DataTable label={text.label} columns={columns} rows={weeks} rowKey={(row) => row.weeks} />
    </div>
  );
}
