import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ConditionVerdict, StepVerdict, Verdict } from '#server/actions/preview/preview-contract.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { conditionName, wantedWords } from '../editor/condition-words.ts';
import { nearestWords } from './nearest-words.ts';
import classes from './why-not.module.css';

type Props = {
  verdict: Verdict;
  /** Of each step of the verdict, its number where it is edited; from 1 in order without. */
  numbers?: number[];
  /** Leaves out the other steps. */
  only?: number;
  /** What can be done about a missed condition, `step` being its place in the verdict; null for nothing. */
  change?: (step: number, condition: ConditionVerdict) => { label: string; apply: () => void } | null;
};

/** Why an event matches the steps of an action, or what is missing: each step, each condition, with the nearest that would do. */
export function WhyNot({ verdict, numbers, only, change }: Props) {
  if (verdict.steps.length === 0) return <p className={classes.none}>An action without steps matches nothing.</p>;
  return (
    <ol className={classes.steps} aria-label="Steps">
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
        <span>Step {number}</span>
        {step.is_match ? (
          <StatusChip tone="ok" quiet>
            matches
          </StatusChip>
        ) : (
          <StatusChip tone="danger" quiet>
            does not match
          </StatusChip>
        )}
      </p>
      {step.conditions.length === 0 ? (
        <p className={classes.none}>It has no condition, so every event matches.</p>
      ) : (
        <ul className={classes.conditions}>
          {step.conditions.map((condition, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be about the same property
            <li key={index} className={classes.condition} data-match={condition.is_match}>
              <Condition condition={condition} change={change} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Condition({ condition, change }: { condition: ConditionVerdict; change: Change }) {
  const { field, wanted, seen, is_match: isMatch, nearest } = condition;
  const offer = isMatch ? null : change(condition);
  const icon = isMatch ? IconCheck : IconX;
  return (
    <>
      <Icon of={icon} className={classes.icon} label={isMatch ? 'Holds' : 'Does not hold'} />
      <div className={classes.words}>
        <p>
          <b>{conditionName(field)}</b> {wantedWords(field, wanted)}
        </p>
        {!isMatch && (
          <p className={classes.seen}>
            {seen === null ? (
              'The event has nothing there.'
            ) : (
              <>The event has {<q className={classes.value}>{bare(seen)}</q>}</>
            )}
          </p>
        )}
        {nearest !== null && <p className={classes.hint}>{nearestWords(condition)}</p>}
        {offer && (
          <Button variant="default" size="compact-xs" className={classes.apply} onClick={offer.apply}>
            {offer.label}
          </Button>
        )}
      </div>
    </>
  );
}

/** Texts of properties come in quotes already. */
const bare = (seen: string) => (/^".*"$/s.test(seen) ? seen.slice(1, -1) : seen);
