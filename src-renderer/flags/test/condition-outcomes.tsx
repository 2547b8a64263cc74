import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconPoint, IconX } from '@tabler/icons-react';
import type { ConditionOutcome } from '#server/flags/evaluation/evaluation-contract.ts';
import { propertyWords } from '../../properties/operators.ts';
import { Icon } from '../../ui/icon.tsx';
import { outcomeWords } from '../reasons.ts';
import classes from './condition-outcomes.module.css';
import { percentText } from './position.ts';

type Outcome = ConditionOutcome['outcome'];
type Property = ConditionOutcome['properties'][number];

const icons: Record<Outcome, typeof IconCheck> = {
  matched: IconCheck,
  no_match: IconX,
  out_of_rollout: IconX,
  not_tried: IconCircleDashed,
};
const sourceWords: Record<Property['source'], string> = {
  request: 'as typed',
  stored: 'stored',
  missing: 'not there',
};

/** How each condition went, and what each of its properties wanted and found; not `isTested` where there was no group to look at. */
export function ConditionOutcomes({ conditions, isTested }: { conditions: ConditionOutcome[]; isTested: boolean }) {
  return (
    <ol className={classes.conditions} aria-label="Conditions">
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
        <h4 className={classes.name}>Condition {index + 1}</h4>
        <span className={classes.outcome}>{outcomeWords[outcome]}</span>
        <span className={classes.facts}>
          {variant !== null && <code>{variant}</code>} {percentText(percent ?? 100)}
        </span>
      </div>
      {properties.length === 0 ? (
        <p className={classes.everybody}>Asks for nothing: open to everybody.</p>
      ) : (
        <ul className={classes.properties}>
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
      <span className={classes.wanted}>
        {isTested && <VisuallyHidden>{matched ? 'Holds: ' : 'Fails: '}</VisuallyHidden>}
        {propertyWords({ key, operator, value })}
      </span>
      <span className={classes.actual}>
        {!isTested ? null : source === 'missing' ? (
          'is not there'
        ) : (
          <>
            is <code title={asText(actual)}>{asText(actual)}</code>{' '}
            <span className={classes.source}>{sourceWords[source]}</span>
          </>
        )}
      </span>
    </li>
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
