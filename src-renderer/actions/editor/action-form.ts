import {
  type Action,
  isStepCondition,
  type Step,
  type StepProperties,
  type StepProperty,
  type UrlMatching,
} from '#server/actions/contract.ts';
import type { JsonObject } from '#server/core/contract.ts';
import type { Labels } from '../../projects/label-fields.tsx';
import { valueSort } from '../../properties/operators.ts';
import type { PropertyDraft } from '../../properties/property-draft.ts';

/** The text conditions of a step, in display order. */
export const textFields = ['event', 'text', 'href', 'tag_name', 'selector', 'url'] as const;
export type StepTextField = (typeof textFields)[number];

/** `rest` holds fields of the API that the editor does not know. */
export type PropertyRow = PropertyDraft & { of: 'event' | 'person'; rest: JsonObject };

/** Ids exist only in the form: they keep the state of rows when rows are added and removed. */
export type StepDraft = {
  id: string;
  /** The server's id; null until it has one. */
  savedId: string | null;
  name: string;
  /** '' for a condition that was added and is still empty; absent for one not added. */
  texts: Partial<Record<StepTextField, string>>;
  urlMatching: UrlMatching;
  properties: PropertyRow[];
  /** The properties as received. They are sent back unchanged until edited. */
  sent: { form: StepProperties; rows: PropertyRow[] };
};

export type ActionForm = {
  name: string;
  description: string;
  tags: string[];
  ownerId: Labels['ownerId'];
  postToChat: boolean;
  message: string;
  steps: StepDraft[];
};

/** Starts a new action with one step, which has an event name to fill in. */
export function newForm(): ActionForm {
  const step = { ...newStep(), texts: { event: '' } };
  return { name: '', description: '', tags: [], ownerId: undefined, postToChat: false, message: '', steps: [step] };
}

export function newStep(): StepDraft {
  const properties: PropertyRow[] = [];
  return {
    id: crypto.randomUUID(),
    savedId: null,
    name: '',
    texts: {},
    urlMatching: 'contains',
    properties,
    sent: { form: {}, rows: properties },
  };
}

/** Copies a step, with new ids. */
export function copyOfStep(step: StepDraft): StepDraft {
  const properties = step.properties.map(copyOfProperty);
  const isAsSent = step.properties === step.sent.rows;
  return {
    ...step,
    id: crypto.randomUUID(),
    savedId: null,
    properties,
    sent: isAsSent ? { form: step.sent.form, rows: properties } : { form: {}, rows: [] },
  };
}

export function copyOfProperty(row: PropertyRow): PropertyRow {
  return { ...row, id: crypto.randomUUID() };
}

export function newPropertyRow(of: PropertyRow['of']): PropertyRow {
  return { id: crypto.randomUUID(), key: '', operator: 'exact', value: [], isTyped: true, of, rest: {} };
}

function readForm(action: Action): ActionForm {
  return {
    name: action.name,
    description: action.description,
    tags: action.tags,
    ownerId: action.owner_id,
    postToChat: action.post_to_chat,
    message: action.chat_message_format,
    steps: action.steps.map(draftOfStep),
  };
}

export function draftOfStep(step: Step): StepDraft {
  const given = textFields.filter((field) => (step[field] ?? '') !== '');
  const rows = rowsOf(step.properties, step.id);
  return {
    id: step.id,
    savedId: step.id,
    name: step.name ?? '',
    texts: Object.fromEntries(given.map((field) => [field, step[field] ?? ''])),
    urlMatching: step.url_matching,
    properties: rows,
    sent: { form: step.properties, rows },
  };
}

/** Converts both formats of the API to rows. An object with `value` or `operator` is a condition; any other is the value. */
function rowsOf(properties: StepProperties, stepId: string): PropertyRow[] {
  const given = Array.isArray(properties) ? properties : Object.entries(properties).map(conditionOf);
  return given.map((condition, index) => rowOf(condition, `${stepId} p${index}`));
}

/** Converts a property condition to a row; it tests the event unless it says otherwise. */
export function rowOf(condition: JsonObject, id: string): PropertyRow {
  const { key, value, operator, type, ...rest } = condition as StepProperty;
  return {
    id,
    key: key ?? '',
    operator: operator ?? 'exact',
    value,
    isTyped: type !== undefined && type !== null,
    of: type ?? 'event',
    rest,
  };
}

function conditionOf([key, said]: [string, unknown]): JsonObject {
  return isStepCondition(said) ? { ...said, key } : { key, value: said };
}

/** Converts a step for the API, without checks. Empty conditions are left out. */
export function stepInputOf(step: StepDraft) {
  const text = (field: StepTextField) => step.texts[field] || null;
  return {
    id: step.savedId,
    event: text('event'),
    tag_name: text('tag_name'),
    text: text('text'),
    href: text('href'),
    selector: text('selector'),
    url: text('url'),
    url_matching: step.urlMatching,
    name: step.name.trim() || null,
    properties: step.properties === step.sent.rows ? step.sent.form : step.properties.map(propertyInputOf),
  };
}
export type StepInputDraft = ReturnType<typeof stepInputOf>;

export function propertyInputOf({ key, operator, value, of, isTyped, rest }: PropertyRow): JsonObject {
  const type = isTyped || of === 'person' ? { type: of } : {};
  return { ...rest, key, operator, ...type, ...(valueSort(operator) === 'none' ? {} : { value }) };
}

export function inputOf(form: ActionForm) {
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    tags: form.tags,
    owner_id: form.ownerId,
    post_to_chat: form.postToChat,
    chat_message_format: form.message,
    steps: form.steps.map(stepInputOf),
  };
}

/** Returns the form of an action. With `sent`, the form it was saved from, rows keep their ids; the steps get the server's ids. */
export function formOf(action: Action, sent?: ActionForm): ActionForm {
  const form = readForm(action);
  const steps = form.steps.map((step, index) => {
    const before = sent?.steps[index];
    if (before === undefined) return step;
    const rows = step.properties.map((row, place) => ({ ...row, id: before.properties[place]?.id ?? row.id }));
    return { ...step, id: before.id, properties: rows, sent: { form: step.sent.form, rows } };
  });
  return { ...form, steps };
}

/** Adds the ids of saved steps to a form that was edited during the save. */
export function withSavedIds(form: ActionForm, saved: ActionForm): ActionForm {
  const ids = new Map(saved.steps.map(({ id, savedId }) => [id, savedId]));
  return { ...form, steps: form.steps.map((step) => ({ ...step, savedId: ids.get(step.id) ?? step.savedId })) };
}

/** Returns whether the step has no conditions, and so matches every event. */
export function hasNoCondition({ texts, properties }: StepDraft): boolean {
  return Object.keys(texts).length === 0 && properties.length === 0;
}
