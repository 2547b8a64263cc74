import { valueError } from '../../flags/editor/flag-form-errors.ts';
import {
  type ActionForm,
  hasNoCondition,
  type StepDraft,
  type StepInputDraft,
  stepInputOf,
} from '../editor/action-form.ts';

/** The steps of a draft that can be tried; `indexes` says where each stands in the form. */
export type Tryable = { steps: StepInputDraft[]; indexes: number[] };

/**
 * What of a draft can be tried while it is typed: conditions that are not filled in yet are left out, and so is a step that has
 * no other. (A step without any condition is meant so, and is tried.)
 */
export function tryableSteps(form: ActionForm): Tryable {
  const tried = form.steps
    .map((step, index) => ({ step: withoutUnfilled(step), index, isMeantEmpty: hasNoCondition(step) }))
    .filter(({ step, isMeantEmpty }) => isMeantEmpty || !hasNoCondition(step));
  return { steps: tried.map(({ step }) => stepInputOf(step)), indexes: tried.map(({ index }) => index) };
}

function withoutUnfilled(step: StepDraft): StepDraft {
  const filled = step.properties.filter((row) => row.key.trim() !== '' && valueError(row) === null);
  const texts = Object.fromEntries(Object.entries(step.texts).filter(([, text]) => text !== ''));
  return { ...step, texts, properties: filled.length === step.properties.length ? step.properties : filled };
}

/** Where in the form a refused field of the tried steps stands; a property's is its step's, for its place may be another one. */
export function fieldInForm(attr: string, { indexes }: Tryable): string | null {
  const [, index, rest] = /^steps__(\d+)__(.+)$/s.exec(attr) ?? [];
  const place = indexes[Number(index)];
  if (rest === undefined || place === undefined) return null;
  return `steps__${place}__${rest.startsWith('properties') ? 'properties' : rest}`;
}
