import type { TextField } from './action-form.ts';

/** How each condition is called: in the menu that adds it, and in the row. */
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
