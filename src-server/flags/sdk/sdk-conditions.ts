import { onDate } from '../../properties/compile-date.ts';
import { decimal } from '../../properties/compile-value.ts';
import { operatorTraits } from '../../properties/contract.ts';
import type { FlagProperty } from '../contract.ts';

/**
 * Returns conditions for posthog-node, all of which must match. It evaluates them as the server evaluates this one. By itself it
 * decides neither `is_date_exact` nor `exact` with a whole number, and may go on to a condition with another variant; its `gt`
 * takes "6 pm" for 6. To it, a list of one number still is that number, and a date without a zone is local. `is_not` stays as it
 * is: older SDKs never match a null by `not_regex`.
 */
export function sdkConditions(property: FlagProperty): FlagProperty[] {
  const { operator, value } = property;
  if (operator === 'is_date_exact') {
    const [first, last] = onDate(value);
    return [
      { ...property, operator: 'is_date_after', value: new Date(first - 1).toJSON() },
      { ...property, operator: 'is_date_before', value: new Date(last + 1).toJSON() },
    ];
  }
  const { value: sort } = operatorTraits[operator];
  if (sort === 'number') return [{ ...property, operator: 'regex', value: decimal.source }, property];
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (operator !== 'exact' || !values.every((item) => /^("?)-?\d+\1$/.test(JSON.stringify(item)))) return [property];
  return [{ ...property, operator: 'regex', value: `^(?:${values.join('|')})$` }];
}
