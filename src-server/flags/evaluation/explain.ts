import type { JsonObject } from '../../core/contract.ts';
import { reasonOf } from '../sdk/decide-answer.ts';
import { bucket, isInRollout } from './bucketing.ts';
import { type CompiledCondition, type CompiledFlag, evaluate, payloadOf, type Subject, targetOf } from './evaluate.ts';
import type { ConditionOutcome, Evaluation } from './evaluation-contract.ts';

type Explained = Omit<Evaluation, 'served'>;

/**
 * Evaluates a flag and returns everything that the result depends on. `isGiven` tells properties of the request from stored ones.
 */
export function explainFlag(flag: CompiledFlag, subject: Subject, isGiven: (key: string) => boolean): Explained {
  const outcome = evaluate(flag, subject);
  const target = targetOf(flag, subject);
  const position = target === undefined ? null : bucket(flag.key, target.identifier, '');
  const isTried = outcome.conditionIndex !== null || outcome === flag.off.noMatch;
  return {
    key: flag.key,
    id: flag.id === 0 ? null : flag.id,
    value: outcome.value,
    enabled: outcome.value !== false,
    variant: typeof outcome.value === 'string' ? outcome.value : null,
    payload: payloadOf(flag, outcome.value),
    reason: reasonOf(outcome),
    bucketing:
      target === undefined || position === null
        ? null
        : {
            identifier: target.identifier,
            kind: target.kind,
            hash: position,
            variant_hash: flag.variants.length === 0 ? null : bucket(flag.key, target.identifier, 'variant'),
            boundaries: flag.variants,
          },
    conditions: explainConditions(flag, target?.properties() ?? {}, isTried ? position : null, isGiven),
  };
}

/** Evaluates the conditions in the flag's order; those after the deciding one are not tried, and none without a `position`. */
function explainConditions(
  flag: CompiledFlag,
  properties: JsonObject,
  position: number | null,
  isGiven: (key: string) => boolean,
): ConditionOutcome[] {
  let isDecided = position === null;
  const outcomes = flag.conditions.map((condition): ConditionOutcome => {
    const tested = testsOf(condition, properties, isGiven);
    const outcome = isDecided ? 'not_tried' : outcomeOf(condition, tested, position ?? 0);
    isDecided ||= outcome === 'matched';
    const { index, variant } = condition;
    const percent = flag.filters.groups[index]?.rollout_percentage ?? null;
    return { index, outcome, rollout_percentage: percent, variant, properties: tested };
  });
  return outcomes.toSorted((one, other) => one.index - other.index);
}

type Tested = ConditionOutcome['properties'];

function outcomeOf({ rollout }: CompiledCondition, tested: Tested, position: number): ConditionOutcome['outcome'] {
  if (!tested.every(({ matched }) => matched)) return 'no_match';
  return isInRollout(rollout, position) ? 'matched' : 'out_of_rollout';
}

function testsOf(condition: CompiledCondition, properties: JsonObject, isGiven: (key: string) => boolean): Tested {
  return condition.properties.map(({ key, operator, value }, place) => {
    const isThere = Object.hasOwn(properties, key);
    return {
      key,
      operator,
      value,
      ...(isThere ? { actual: properties[key] } : {}),
      source: !isThere ? 'missing' : isGiven(key) ? 'request' : 'stored',
      matched: condition.tests[place]?.(properties) ?? false,
    };
  });
}
