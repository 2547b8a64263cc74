import type { ConditionVerdict } from '#server/actions/preview/preview-contract.ts';
import { valueSort, valuesOf } from '../../properties/operators.ts';
import { operatorWords, propertyEditorWords } from '../../properties/words.ts';
import type { StepTextField } from './action-form.ts';

/** How each condition is called in the menu that adds it, and what its row asks. That of the URL says how it is matched. */
export const textConditions: Record<
  StepTextField,
  { of: string; label: string; relation: string; placeholder: string }
> = {
  event: { of: 'event', label: 'Event name', relation: 'is', placeholder: 'order placed' },
  text: { of: 'element', label: 'Text', relation: 'is', placeholder: 'Buy now' },
  href: { of: 'element', label: 'Link', relation: 'is', placeholder: '/pricing' },
  tag_name: { of: 'element', label: 'Tag', relation: 'is', placeholder: 'button' },
  selector: { of: 'element', label: 'Selector', relation: 'matches', placeholder: 'form.checkout > button' },
  url: { of: 'page', label: 'URL', relation: 'contains', placeholder: '/checkout' },
};

/** Returns the name of a condition: "Text", "plan", "plan (person)". */
export function conditionName({ field, property }: Pick<ConditionVerdict, 'field' | 'property'>): string {
  if (property !== undefined) return property.of === 'person' ? `${property.key} (person)` : property.key;
  return field in textConditions ? textConditions[field as StepTextField].label : field;
}

/** Returns what a condition requires, of a property in the words of the editor; for a value that it cut, the server's words. */
export function requirementWords({ wanted, comparison }: Pick<ConditionVerdict, 'wanted' | 'comparison'>): string {
  if (comparison === undefined) return wanted;
  const { operator, value } = comparison;
  const { label } = operatorWords[operator];
  if (valueSort(operator) === 'none') return label;
  const values = valuesOf(value).map((each) => `"${each}"`);
  return value === undefined ? wanted : `${label} ${values.join(propertyEditorWords.or)}`;
}
