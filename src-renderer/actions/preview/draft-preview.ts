import { valueError } from '../../properties/property-errors.ts';
import {
  type ActionForm,
  hasNoCondition,
  type StepDraft,
  type StepInputDraft,
  stepInputOf,
} from '../editor/action-form.ts';

/** The complete steps of a draft; `indexes` are their positions in the form, `rows` the ids of the property rows of each. */
export type CompleteSteps = { steps: StepInputDraft[]; indexes: number[]; rows: string[][] };

/**
 * Returns the complete part of a draft: without empty conditions, and without steps that have only those. A step to which no
 * condition was added is kept: it matches every event.
 */
export function completeSteps(form: ActionForm): CompleteSteps {
  const complete = form.steps
    .map((step, index) => ({ step: withoutEmptyConditions(step), index, isEmpty: hasNoCondition(step) }))
    .filter(({ step, isEmpty }) => isEmpty || !hasNoCondition(step));
  return {
    steps: complete.map(({ step }) => stepInputOf(step)),
    indexes: complete.map(({ index }) => index),
    rows: complete.map(({ step }) => step.properties.map(({ id }) => id)),
  };
}

function withoutEmptyConditions(step: StepDraft): StepDraft {
  const filled = step.properties.filter((row) => row.key.trim() !== '' && valueError(row) === null);
  const texts = Object.fromEntries(Object.entries(step.texts).filter(([, text]) => text !== ''));
  return { ...step, texts, properties: filled.length === step.properties.length ? step.properties : filled };
}

/** Maps a field of the complete steps to the form. A property maps to its step, since its index may differ. */
export function fieldInForm(attr: string, { indexes }: CompleteSteps): string | null {
  const [, index, rest] = /^steps__(\d+)__(.+)$/s.exec(attr) ?? [];
  const place = indexes[Number(index)];
  if (rest === undefined || place === undefined) return null;
  return `steps__${place}__${rest.startsWith('properties') ? 'properties' : rest}`;
}
