import { operatorOptions } from '../../properties/edit-operator.ts';
import { valuesOf } from '../../properties/operators.ts';
import type { TextField } from './action-form.ts';

/** How each condition is called in the menu that adds it, and what its row asks. That of the URL says how it is matched. */
export const textConditions: Record<TextField, { of: string; label: string; relation: string; placeholder: string }> = {
  event: { of: 'event', label: 'Event name', relation: 'is', placeholder: 'order placed' },
  text: { of: 'element', label: 'Text', relation: 'is', placeholder: 'Buy now' },
  href: { of: 'element', label: 'Link', relation: 'is', placeholder: '/pricing' },
  tag_name: { of: 'element', label: 'Tag', relation: 'is', placeholder: 'button' },
  selector: { of: 'element', label: 'Selector', relation: 'matches', placeholder: 'form.checkout > button' },
  url: { of: 'page', label: 'URL', relation: 'contains', placeholder: '/checkout' },
};

/** The name of a condition from the field of its verdict: "Text", "plan", "plan (person)". */
export function conditionName(field: string): string {
  if (field in textConditions) return textConditions[field as TextField].label;
  const [, of, key] = /^(properties|person)\.(.*)$/s.exec(field) ?? [];
  if (key === undefined) return field;
  return of === 'person' ? `${key} (person)` : key;
}

const operatorLabels = new Map<string, string>(
  operatorOptions.flatMap(({ items }) => items).map(({ value, label }) => [value, label]),
);

/** What a verdict says is wanted: of a property, in the words of the editor instead of the API's. */
export function wantedWords(field: string, wanted: string): string {
  const [, operator = '', value] = /^(\w+)(?: (.*))?$/s.exec(wanted) ?? [];
  const label = operatorLabels.get(operator);
  if (label === undefined || field in textConditions) return wanted;
  return value === undefined ? label : `${label} ${listOf(value).join(' or ')}`;
}

/** The values in a JSON text, each in quotes; the text itself where it is none. */
function listOf(text: string): string[] {
  try {
    return valuesOf(JSON.parse(text)).map((value) => `"${value}"`);
  } catch {
    return [text];
  }
}
