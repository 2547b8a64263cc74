import type { UrlMatching } from '#server/actions/contract.ts';
import type { ConditionVerdict } from '#server/actions/preview/preview-contract.ts';
import type { PropertyOperator } from '#server/properties/contract.ts';
import { convertValue, operatorOptions, valueSort } from '../../properties/operators.ts';
import { type PropertyRow, type StepDraft, type TextField, textFields } from '../editor/action-form.ts';

/** A change of a step that makes one failed condition hold, and what the button for it says. */
export type HintChange = { label: string; step: StepDraft };

/** What the server's hint comes to in the form, else taking what the event has; null when neither can be done with one click. */
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
  const matching = /url_matching were (contains|exact|regex)\./.exec(nearest ?? '')?.[1] as UrlMatching | undefined;
  if (field === 'url' && matching !== undefined) {
    return { label: `Match URL by ${matching}`, step: { ...step, urlMatching: matching } };
  }
  if (field === 'selector') return changeOfSelector(step, nearest ?? '');
  if (seen === null || seen === '') return null;
  const urlMatching = field === 'url' ? 'exact' : step.urlMatching;
  return { label: `Use “${short(seen)}”`, step: { ...step, texts: { ...step.texts, [field]: seen }, urlMatching } };
}

/** Only where the part that is in the way stands once: else the hint does not say which one it means. */
function changeOfSelector(step: StepDraft, nearest: string): HintChange | null {
  const selector = step.texts.selector ?? '';
  const extra = /^It would match without "(.+)"\.$/s.exec(nearest)?.[1];
  const isTight = nearest.startsWith('It would match if ">" were a space');
  const part = isTight ? '>' : extra;
  if (part === undefined || selector.split(part).length !== 2) return null;
  const left = selector
    .replace(part, isTight ? ' ' : '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (left === '' || /^[>,]|[>,]$|[>,]\s*[>,]/.test(left)) return null;
  const label = isTight ? 'Allow elements in between' : `Leave out ${short(part)}`;
  return { label, step: { ...step, texts: { ...step.texts, selector: left } } };
}

/** The row that the verdict is about; where several have the key, the one whose operator and value it names. */
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
  const hint = nearest ?? '';
  const operator = /operator were (\w+)\./.exec(hint)?.[1] as PropertyOperator | undefined;
  if (operator !== undefined) {
    const value = convertValue(row.value, row.operator, operator);
    return { label: `Use “${labelOf(operator)}”`, row: { ...row, operator, value } };
  }
  const key = /^There is no ".*", but "(.*)"\.$/s.exec(hint)?.[1];
  if (key !== undefined) return { label: `Use ${short(key)}`, row: { ...row, key } };
  if (/^The (person|event) has no such property, but/.test(hint)) {
    const of = row.of === 'person' ? 'event' : 'person';
    return { label: `Ask the ${of}`, row: { ...row, of, isTyped: true } };
  }
  if (row.operator !== 'exact' || seen === null) return null;
  return { label: `Use ${short(seen.replace(/^"(.*)"$/s, '“$1”'))}`, row: { ...row, value: [valueSeen(seen)] } };
}

function labelOf(operator: PropertyOperator): string {
  const options = operatorOptions.flatMap(({ items }) => items);
  return options.find(({ value }) => value === operator)?.label ?? operator;
}

/** The server writes texts in quotes and everything else as JSON. */
function valueSeen(seen: string): string {
  return /^".*"$/s.test(seen) ? seen.slice(1, -1) : seen;
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
