import type { ConditionVerdict } from '#server/actions/preview/preview-contract.ts';
import { convertValue } from '../../properties/edit-operator.ts';
import { valueSort } from '../../properties/operators.ts';
import { operatorWords } from '../../properties/words.ts';
import { type PropertyRow, type StepDraft, type TextField, textFields } from '../editor/action-form.ts';
import { hints } from './words.tsx';

/** A change of a step that makes a failed condition match, and its button text. */
export type HintChange = { label: string; step: StepDraft };

/** Applies the server's hint, or else the event's value; null when neither is possible in one click. */
export function changeOf(step: StepDraft, condition: ConditionVerdict): HintChange | null {
  if (condition.is_match) return null;
  const { field } = condition;
  if (isTextField(field)) return changeOfText(step, field, condition);
  const row = rowOf(step, condition);
  if (row === null) return null;
  const changed = changeOfRow(row, condition);
  if (changed === null) return null;
  const properties = step.properties.map((one) => (one === row ? changed.row : one));
  return { label: changed.label, step: { ...step, properties } };
}

const isTextField = (field: string): field is TextField => (textFields as readonly string[]).includes(field);

function changeOfText(step: StepDraft, field: TextField, { nearest, seen }: ConditionVerdict): HintChange | null {
  const withText = (text: string) => ({ ...step.texts, [field]: text });
  switch (nearest?.kind) {
    case 'url_matching':
      return { label: hints.urlMatching(nearest.matching), step: { ...step, urlMatching: nearest.matching } };
    case 'combinator':
      return { label: hints.combinator, step: { ...step, texts: withText(nearest.selector) } };
    case 'part':
      return { label: hints.part(short(nearest.part)), step: { ...step, texts: withText(nearest.selector) } };
  }
  const found = nearest?.kind === 'text' ? nearest.seen : seen;
  if (found === null || found === '' || field === 'selector') return null;
  const urlMatching = field === 'url' ? 'exact' : step.urlMatching;
  return { label: hints.takeQuoted(short(found)), step: { ...step, texts: withText(found), urlMatching } };
}

/** Returns the row of the verdict; among several with the key, the one with its operator and value. */
function rowOf({ properties }: StepDraft, { field, wanted }: ConditionVerdict): PropertyRow | null {
  const rows = properties.filter(({ of, key }) => field === `${of === 'person' ? 'person' : 'properties'}.${key}`);
  return rows.find((row) => wanted === wantedBy(row)) ?? (rows.length === 1 ? (rows[0] ?? null) : null);
}

function wantedBy({ operator, value }: PropertyRow): string {
  if (value === undefined || valueSort(operator) === 'none') return operator;
  return `${operator} ${typeof value === 'string' ? `"${value}"` : JSON.stringify(value)}`;
}

function changeOfRow(
  row: PropertyRow,
  { nearest, seen }: ConditionVerdict,
): { label: string; row: PropertyRow } | null {
  switch (nearest?.kind) {
    case 'operator': {
      const { operator } = nearest;
      const value = convertValue(row.value, row.operator, operator);
      return { label: hints.takeQuoted(operatorWords[operator].label), row: { ...row, operator, value } };
    }
    case 'key':
      return { label: hints.take(short(nearest.key)), row: { ...row, key: nearest.key } };
    case 'owner':
      return { label: hints.owner(nearest.of), row: { ...row, of: nearest.of, isTyped: true } };
  }
  if (row.operator !== 'exact' || seen === null) return null;
  return { label: hints.take(short(seen.replace(/^"(.*)"$/s, '“$1”'))), row: { ...row, value: [valueSeen(seen)] } };
}

/** Parses a value as the server writes it: texts in quotes, others as JSON. */
function valueSeen(seen: string): string {
  return /^".*"$/s.test(seen) ? seen.slice(1, -1) : seen;
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
