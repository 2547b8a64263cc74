import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconPoint, IconX } from '@tabler/icons-react';
import type { ConditionOutcome } from '#server/flags/evaluation/evaluation-contract.ts';
import { propertyWords } from '../../properties/operators.ts';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import looks from '../../ui/text.module.css';
import { conditionOutcomeWords } from '../reason-words.ts';
import classes from './condition-outcomes.module.css';
import { formatRollout } from './position.ts';
import { words } from './words.tsx';

type Outcome = ConditionOutcome['outcome'];
type Property = ConditionOutcome['properties'][number];

const icons: Record<Outcome, typeof IconCheck> = {
  matched: IconCheck,
  no_match: IconX,
  out_of_rollout: IconX,
  not_tried: IconCircleDashed,
};
const { outcomes: text } = words;

/** Shows the outcome of each condition, and for each property the expected and actual value. `isTested` is false without a group. */
export function ConditionOutcomes({ conditions, isTested }: { conditions: ConditionOutcome[]; isTested: boolean }) {
  return (
    <ol className={layout.list} aria-label={text.label}>
      {conditions.map((condition) => (
        <Condition key={condition.index} condition={condition} isTested={isTested} />
      ))}
    </ol>
  );
}

function Condition({ condition, isTested }: { condition: ConditionOutcome; isTested: boolean }) {
  const { index, outcome, properties, rollout_percentage: percent, variant } = condition;
  const icon = icons[outcome];
  return (
    <li className={classes.condition} data-outcome={outcome}>
      <div className={classes.head}>
        <Icon of={icon} size={16} className={classes.icon} />
        <h4 className={classes.name}>{text.condition(index)}</h4>
        <span className={classes.outcome}>{conditionOutcomeWords[outcome]}</span>
        <span className={classes.facts}>
          {variant !== null && <code>{variant}</code>} {formatRollout(percent ?? 100)}
        </span>
      </div>
      {properties.length === 0 ? (
        <p className={classes.everyone}>{text.everyone}</p>
      ) : (
        <ul className={layout.list}>
          {properties.map((property) => (
            <PropertyLine
              key={JSON.stringify([property.key, property.operator, property.value])}
              property={property}
              isTested={isTested}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

function PropertyLine({ property, isTested }: { property: Property; isTested: boolean }) {
  const { key, operator, value, actual, source, matched } = property;
  const icon = !isTested ? IconPoint : matched ? IconCheck : IconX;
  return (
    <li className={classes.property} data-matched={isTested ? matched : undefined}>
      <Icon of={icon} className={classes.icon} />
      <span className={classes.expected}>
        {isTested && <VisuallyHidden>{matched ? text.holds : text.fails}</VisuallyHidden>}
        {propertyWords({ key, operator, value })}
      </span>
      <span className={classes.actual}>
        {!isTested ? null : source === 'missing' ? (
          text.missing
        ) : (
          <>
            {text.is} <code title={asText(actual)}>{asText(actual)}</code>{' '}
            <span className={looks.muted}>{text.sources[source]}</span>
          </>
        )}
      </span>
    </li>
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
