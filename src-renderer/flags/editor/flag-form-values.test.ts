import { expect, test } from 'vitest';
import { type Flag, flagInput } from '#server/flags/contract.ts';
import { flagOf } from '#server/flags/flag-testing.ts';
import { changedFields, isUnchanged } from '../../ui/form/changed-fields.ts';
import {
  copyOf,
  editedOf,
  type FlagFormValues,
  flagDraftOf,
  formOf,
  inputOf,
  keyOf,
  newForm,
  withFlagVariant,
  withMultivariate,
  withoutFlagVariant,
} from './flag-form-values.ts';

const filters: Flag['filters'] = {
  groups: [
    {
      properties: [
        { key: 'plan', operator: 'exact', value: ['pro', 5], type: 'person' },
        { key: 'age', operator: 'gte', value: 18 },
        { key: 'email', operator: 'is_set', type: 'person' },
      ],
      rollout_percentage: null,
      variant: 'test',
    },
    { properties: [], rollout_percentage: 12.5, variant: null },
  ],
  multivariate: {
    variants: [
      { key: 'control', name: '', rollout_percentage: 60 },
      { key: 'test', name: 'New', rollout_percentage: 40 },
    ],
  },
  payloads: { test: '{"color":"green","steps":[1,2]}', control: '{"big":12345678901234567890}' },
  aggregation_group_type_index: null,
};
const multivariate = () => formOf(flagOf({ filters }));

test.each<[string, Flag['filters']]>([
  ['with variants', filters],
  ['of groups', { ...flagOf({}).filters, aggregation_group_type_index: 2, payloads: { true: '"x"' } }],
  ['without conditions', { ...flagOf({}).filters, groups: [] }],
])('a flag %s leaves the form as it entered it', (_, stored) => {
  const flag = flagOf({ filters: stored, name: 'Why', ensure_experience_continuity: true });
  const input = flagInput.parse(inputOf(formOf(flag)));
  expect(input.filters).toEqual(flagInput.parse({ key: 'k', filters: stored }).filters);
  expect(input).toMatchObject({ key: flag.key, name: 'Why', ensure_experience_continuity: true });
});

test('a payload is indented for editing and saved as it was', () => {
  const form = multivariate();
  expect(form.variants[1]?.payload).toBe('{\n  "color": "green",\n  "steps": [\n    1,\n    2\n  ]\n}');
  expect(inputOf(form).filters.payloads).toEqual(filters.payloads);
});

test('a renamed variant keeps its payload and its conditions', () => {
  const form = multivariate();
  const renamed = { ...form, variants: form.variants.map((one) => (one.key === 'test' ? { ...one, key: 'b' } : one)) };
  const { groups, payloads } = inputOf(renamed).filters;
  expect(groups[0]?.variant).toBe('b');
  expect(Object.keys(payloads)).toEqual(['control', 'b']);
});

test('a removed variant frees its conditions, and the rest sums to 100', () => {
  const form = multivariate();
  const { groups, multivariate: left } = inputOf(withoutFlagVariant(form, form.conditions[0]?.variant ?? '')).filters;
  expect(groups[0]?.variant).toBeNull();
  expect(left?.variants).toEqual([{ key: 'control', name: '', rollout_percentage: 100 }]);
});

test('a new variant has an unused key', () => {
  const three = withFlagVariant(withMultivariate(newForm('k'), true));
  const four = withFlagVariant(three);
  expect(four.variants.map(({ key }) => key)).toEqual(['control', 'test', 'test-2', 'test-3']);
  expect(flagInput.safeParse(inputOf(four)).success).toBe(true);
});

test('switching to a boolean flag and back keeps the variants, and saves none while boolean', () => {
  const form = multivariate();
  const off = withMultivariate(form, false);
  expect(inputOf(off).filters).toMatchObject({ multivariate: null, payloads: {} });
  expect(inputOf(off).filters.groups.every(({ variant }) => variant === null)).toBe(true);
  expect(inputOf(withMultivariate(off, true))).toEqual(inputOf(form));
});

test('a flag of groups has group properties', () => {
  const { properties } = inputOf({ ...multivariate(), groupTypeIndex: 1 }).filters.groups[0] ?? {};
  expect(properties?.map(({ type }) => type)).toEqual(['group', undefined, 'group']);
});

test.each<[string, (form: FlagFormValues) => FlagFormValues, string[]]>([
  ['nothing', (form) => form, []],
  ['spaces around the description', (form) => ({ ...form, name: `${form.name} ` }), []],
  ['turning on, which is no matter of the form', (form) => ({ ...form, active: false }), []],
  ['the description', (form) => ({ ...form, name: 'other' }), ['name']],
  ['continuity', (form) => ({ ...form, continuity: true }), ['ensure_experience_continuity']],
  ['a condition more', (form) => ({ ...form, conditions: form.conditions.concat(form.conditions) }), ['filters']],
  ['the order', (form) => ({ ...form, conditions: form.conditions.toReversed() }), ['filters']],
])('a change of %s sends only what changed', (_, change, fields) => {
  const form = multivariate();
  expect(Object.keys(changedFields(editedOf(form), editedOf(change(form))))).toEqual(fields);
  expect(isUnchanged(editedOf(form), editedOf(change(form)))).toBe(fields.length === 0);
});

test('a copied condition is equal and has ids of its own', () => {
  const [condition] = multivariate().conditions;
  if (condition === undefined) throw new Error('The flag has conditions.');
  const copy = copyOf(condition);
  const form = multivariate();
  expect(inputOf({ ...form, conditions: [copy] })).toEqual(inputOf({ ...form, conditions: [condition] }));
  expect(copy.id).not.toBe(condition.id);
  expect(copy.properties[0]?.id).not.toBe(condition.properties[0]?.id);
});

test('the draft to test has the id and the on/off state of the saved flag', () => {
  const flag = flagOf({ active: false, id: 7 });
  expect(flagDraftOf({ ...formOf(flag), active: true }, flag)).toMatchObject({ id: 7, active: false });
  expect(flagDraftOf(newForm('k'), null)).toMatchObject({ id: null, active: false, key: 'k' });
});

test('characters that a key does not allow are replaced while typing', () => {
  const typed = ['new checkout', '  Größe & Farbe', 'v2.beta/nav_', 'new '];
  expect(typed.map(keyOf)).toEqual(['new-checkout', 'Gr-e-Farbe', 'v2.beta/nav_', 'new-']);
});
