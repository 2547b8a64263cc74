import type { JsonObject } from '#server/core/contract.ts';
import { parseJson } from '#server/core/json/parse-json-contract.ts';
import type { Expectation, ExpectedCount, Rule } from '#server/expectations/contract.ts';
import { type PropertyRow, propertyInputOf, rowOf } from '../../actions/editor/action-form.ts';
import { schemaOf, type TypedProperty, typesOf } from '../schema-types.ts';

export type CountKind = 'exactly' | 'at_least' | 'at_most' | 'never';
export type Uniqueness = 'any' | 'property' | 'whole';
export type TypeRow = TypedProperty & { id: string };

/** `testRun`: null for every event. `schemaText`: a schema that says more than types; null where `types` say all. */
export type ExpectationForm = {
  name: string;
  testRun: string | null;
  event: string;
  countKind: CountKind;
  count: number | null;
  properties: PropertyRow[];
  types: TypeRow[];
  schemaText: string | null;
  distinctId: string;
  after: string;
  uniqueness: Uniqueness;
  uniqueProperty: string;
  within: number | null;
};

export const newForm = (testRun: string | null = null): ExpectationForm => ({
  name: '',
  testRun,
  event: '',
  countKind: 'exactly',
  count: 1,
  properties: [],
  types: [],
  schemaText: null,
  distinctId: '',
  after: '',
  uniqueness: 'any',
  uniqueProperty: '',
  within: null,
});

export const newType = (typed: TypedProperty = { key: '', type: 'string' }): TypeRow => ({
  id: crypto.randomUUID(),
  ...typed,
});

type Stored = Omit<Expectation, 'status' | 'found' | 'nearest'>;

/** Returns the form of an expectation. With `sent`, the form it was saved from, rows keep their ids. */
export function formOf({ name, test_run: testRun, ...rule }: Stored, sent?: ExpectationForm): ExpectationForm {
  const types = typesOf(rule.schema);
  return {
    name,
    testRun,
    event: rule.event,
    ...countForm(rule.count),
    properties: rule.properties.map((filter, index) => rowOf(filter, sent?.properties[index]?.id ?? `p${index}`)),
    types: (types ?? []).map((typed, index) => ({ ...typed, id: sent?.types[index]?.id ?? `t${index}` })),
    schemaText: types === null ? JSON.stringify(rule.schema, null, 2) : null,
    distinctId: rule.distinct_id ?? '',
    after: rule.after ?? '',
    ...uniqueForm(rule.unique),
    within: rule.within,
  };
}

function countForm(count: ExpectedCount): Pick<ExpectationForm, 'countKind' | 'count'> {
  if ('never' in count) return { countKind: 'never', count: 1 };
  if ('exactly' in count) return { countKind: 'exactly', count: count.exactly };
  return 'at_least' in count
    ? { countKind: 'at_least', count: count.at_least }
    : { countKind: 'at_most', count: count.at_most };
}

function uniqueForm(unique: Rule['unique']): Pick<ExpectationForm, 'uniqueness' | 'uniqueProperty'> {
  if (unique === null) return { uniqueness: 'any', uniqueProperty: '' };
  if ('whole' in unique) return { uniqueness: 'whole', uniqueProperty: '' };
  return { uniqueness: 'property', uniqueProperty: unique.property };
}

/** Converts a form for the API, without checks; a schema that is no JSON stays a text, which `validate` reports. */
export function inputOf(form: ExpectationForm) {
  return {
    name: form.name.trim(),
    test_run: form.testRun,
    event: form.event.trim(),
    properties: form.properties.map(propertyInputOf),
    distinct_id: form.distinctId.trim() || null,
    count: countOf(form),
    after: form.after.trim() || null,
    schema: form.schemaText === null ? schemaOf(form.types) : readSchema(form.schemaText),
    unique: uniqueOf(form),
    within: form.within,
  };
}
export type ExpectationDraft = ReturnType<typeof inputOf>;

const countOf = ({ countKind, count }: ExpectationForm) =>
  countKind === 'never' ? { never: true } : { [countKind]: count };

function uniqueOf({ uniqueness, uniqueProperty }: ExpectationForm) {
  if (uniqueness === 'any') return null;
  return uniqueness === 'whole' ? { whole: true } : { property: uniqueProperty.trim() };
}

function readSchema(text: string): JsonObject | string | null {
  if (text.trim() === '') return null;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
