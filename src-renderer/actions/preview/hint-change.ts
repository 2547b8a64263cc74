import type { ConditionVerdict } from '#server/actions/preview/preview-contract.ts';
import { clip } from '#server/core/text/clip-contract.ts';
import { convertValue } from '../../properties/edit-operator.ts';
import { textOf } from '../../properties/operators.ts';
import { operatorWords } from '../../properties/words.ts';
import { type PropertyRow, type StepDraft, type StepTextField, textFields } from '../editor/action-form.ts';
import { hints } from './words.tsx';

/** A change of a step that makes a failed condition match, and its button text. */
export type HintChange = { label: string; step: StepDraft };

/**
 * Applies the server's hint, or else the event's value; null when neither is possible in one click. `rows`: the ids of the rows that
 * the verdict is about.
 */
export function changeOf(step: StepDraft, rows: readonly string[], condition: ConditionVerdict): HintChange | null {
  if (condition.is_match) return null;
  const { field } = condition;
  if (isTextField(field)) return changeOfText(step, field, condition);
  const row = step.properties.find(({ id }) => id === rows[condition.index ?? -1]);
  if (row === undefined) return null;
  const changed = changeOfRow(row, condition);
  if (changed === null) return null;
  const properties = step.properties.map((one) => (one === row ? changed.row : one));
  return { label: changed.label, step: { ...step, properties } };
}

const isTextField = (field: string): field is StepTextField => (textFields as readonly string[]).includes(field);

function changeOfText(
  step: StepDraft,
  field: StepTextField,
  { nearest, seen_value: seen }: ConditionVerdict,
): HintChange | null {
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
  if (typeof found !== 'string' || found === '') return null;
  const urlMatching = field === 'url' ? 'exact' : step.urlMatching;
  return { label: hints.takeQuoted(short(found)), step: { ...step, texts: withText(found), urlMatching } };
}

function changeOfRow(
  row: PropertyRow,
  { nearest, seen_value: seen }: ConditionVerdict,
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
  // Nothing in a list of values means null.
  if (row.operator !== 'exact' || seen === undefined || seen === null) return null;
  const take = typeof seen === 'string' ? hints.takeQuoted : hints.take;
  return { label: take(short(textOf(seen))), row: { ...row, value: [seen] } };
}

const short = (text: string) => clip(text, 40);
