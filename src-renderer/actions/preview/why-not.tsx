import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConditionVerdict, MatchVerdict, StepVerdict } from '#server/actions/preview/preview-contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import looks from '../../ui/text.module.css';
import { conditionName, requirementWords } from '../editor/condition-words.ts';
import { actionWords } from '../words.ts';
import { nearestWords } from './nearest-words.ts';
import classes from './why-not.module.css';
import { words } from './words.tsx';

const { why: text } = words;

type Props = {
  verdict: MatchVerdict;
  /** The number of each step in the editor; without it, they are numbered from 1. */
  numbers?: number[];
  /** Shows only this step. */
  only?: number;
  /** Returns a change that makes a condition match; `step` is its index in the verdict. */
  change?: (step: number, condition: ConditionVerdict) => { label: string; apply: () => void } | null;
};

/** Explains why an event matches the steps of an action or not: each condition, with the nearest one that would match. */
export function WhyNot({ verdict, numbers, only, change }: Props) {
  if (verdict.steps.length === 0) return <p className={looks.note}>{text.noSteps}</p>;
  return (
    <ol className={layout.rows} aria-label={actionWords.steps}>
      {verdict.steps.map((step, index) =>
        only !== undefined && only !== index ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step of a draft has no id, and its place is what it is
          <li key={index}>
            <Step
              step={step}
              number={numbers?.[index] ?? index + 1}
              change={(condition) => change?.(index, condition)}
            />
          </li>
        ),
      )}
    </ol>
  );
}

type Change = (condition: ConditionVerdict) => { label: string; apply: () => void } | null | undefined;

function Step({ step, number, change }: { step: StepVerdict; number: number; change: Change }) {
  return (
    <>
      <p className={classes.step}>
        <span>{text.step(number)}</span>
        {step.is_match ? (
          <StatusChip tone="ok" quiet>
            {text.matches}
          </StatusChip>
        ) : (
          <StatusChip tone="danger" quiet>
            {text.noMatch}
          </StatusChip>
        )}
      </p>
      {step.conditions.length === 0 ? (
        <p className={looks.note}>{text.noCondition}</p>
      ) : (
        <Conditions conditions={step.conditions.map((condition) => shownOf(condition, change))} />
      )}
    </>
  );
}

/** `seen`: null for no value. `hint`: the smallest change with which it would hold; '' for none. */
type ShownCondition = {
  isMatch: boolean;
  name: string;
  wanted: string;
  seen: ReactNode;
  hint: string;
  offer?: { label: string; apply: () => void } | null | undefined;
};

/** Lists the conditions on an event, each with whether it holds, and what would make it hold. */
export const Conditions = ({ conditions }: { conditions: readonly ShownCondition[] }) => (
  <ul className={layout.list}>
    {conditions.map((condition, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be about the same property
      <li key={index} className={classes.condition} data-match={condition.isMatch}>
        <Condition {...condition} />
      </li>
    ))}
  </ul>
);

function shownOf(condition: ConditionVerdict, change: Change): ShownCondition {
  const { is_match: isMatch, seen, seen_value: value } = condition;
  return {
    isMatch,
    name: conditionName(condition),
    wanted: requirementWords(condition),
    seen: seen === null ? null : <q className={classes.value}>{typeof value === 'string' ? value : seen}</q>,
    hint: nearestWords(condition),
    offer: isMatch ? null : change(condition),
  };
}

function Condition({ isMatch, name, wanted, seen, hint, offer }: ShownCondition) {
  const icon = isMatch ? IconCheck : IconX;
  return (
    <>
      <Icon of={icon} className={classes.icon} label={isMatch ? text.holds : text.fails} />
      <div className={classes.words}>
        <p>
          <b>{name}</b> {wanted}
        </p>
        {!isMatch && (
          <p className={looks.muted}>
            {seen === null ? (
              text.missing
            ) : (
              <>
                {text.has} {seen}
              </>
            )}
          </p>
        )}
        {hint !== '' && <p className={classes.hint}>{hint}</p>}
        {offer && (
          <Button variant="default" size="compact-xs" mt={4} maw="100%" onClick={offer.apply}>
            {offer.label}
          </Button>
        )}
      </div>
    </>
  );
}
