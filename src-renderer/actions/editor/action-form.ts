import type { Action, Step, StepProperties, StepProperty, UrlMatching } from '#server/actions/contract.ts';
import type { JsonObject } from '#server/core/contract.ts';
import { valueSort } from '../../properties/operators.ts';
import type { PropertyDraft } from '../../properties/property-draft.ts';

/** The conditions of a step that are one text, in the order in which they are shown and read. */
export const textFields = ['event', 'text', 'href', 'tag_name', 'selector', 'url'] as const;
export type TextField = (typeof textFields)[number];

/** `rest` is what a client of the API sent beside the fields that are known here. */
export type PropertyRow = PropertyDraft & { of: 'event' | 'person'; rest: JsonObject };

/** Ids are of the form alone: they keep a row's state with it when rows are added and removed. */
export type StepDraft = {
  id: string;
  /** The server's id; null until it has one. */
  savedId: string | null;
  name: string;
  /** A condition that was added and not filled in yet is ''; one that was not added is absent. */
  texts: Partial<Record<TextField, string>>;
  urlMatching: UrlMatching;
  properties: PropertyRow[];
  /** The properties as they came, which go back in the same form while nobody edits them. */
  sent: { form: StepProperties; rows: PropertyRow[] };
};

export type ActionForm = {
  name: string;
  description: string;
  tags: string[];
  postToChat: boolean;
  message: string;
  steps: StepDraft[];
};

/** A new action starts with one step that asks for the name of an event. */
export function newForm(): ActionForm {
  const step = { ...newStep(), texts: { event: '' } };
  return { name: '', description: '', tags: [], postToChat: false, message: '', steps: [step] };
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

/** A new step that says the same. */
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

export function newProperty(of: PropertyRow['of']): PropertyRow {
  return { id: crypto.randomUUID(), key: '', operator: 'exact', value: [], isTyped: true, of, rest: {} };
}

function readForm(action: Action): ActionForm {
  return {
    name: action.name,
    description: action.description,
    tags: action.tags,
    postToChat: action.post_to_chat,
    message: action.chat_message_format,
    steps: action.steps.map(draftOfStep),
  };
}

function draftOfStep(step: Step): StepDraft {
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

/** Both forms that the API takes as rows; an object with a `value` or an `operator` is a condition, any other is the value. */
function rowsOf(properties: StepProperties, stepId: string): PropertyRow[] {
  const given = Array.isArray(properties) ? properties : Object.entries(properties).map(conditionOf);
  return given.map((condition, index) => rowOf(condition, `${stepId} p${index}`));
}

/** A condition on a property, of the event unless it says otherwise, as a row of its editor. */
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
  const isCondition =
    typeof said === 'object' && said !== null && !Array.isArray(said) && ('operator' in said || 'value' in said);
  return isCondition ? { ...said, key } : { key, value: said };
}

/** What a step says, as the API takes it; not yet judged. A condition that is not filled in is none. */
export function stepInputOf(step: StepDraft) {
  const text = (field: TextField) => step.texts[field] || null;
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
    post_to_chat: form.postToChat,
    chat_message_format: form.message,
    steps: form.steps.map(stepInputOf),
  };
}

/** With `sent`, the form it was saved from, rows on screen stay the same ones; the steps get the server's ids. */
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

/** What was typed while `saved` was being saved, with the ids that its steps got. */
export function withSavedIds(form: ActionForm, saved: ActionForm): ActionForm {
  const ids = new Map(saved.steps.map(({ id, savedId }) => [id, savedId]));
  return { ...form, steps: form.steps.map((step) => ({ ...step, savedId: ids.get(step.id) ?? step.savedId })) };
}

/** Whether a step says anything at all: one without conditions matches every event. */
export function hasNoCondition({ texts, properties }: StepDraft): boolean {
  return Object.keys(texts).length === 0 && properties.length === 0;
}
