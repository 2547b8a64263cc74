import { expect, test } from 'vitest';
import type { PropertyOperator } from '#server/properties/contract.ts';
import { convertValue } from '../../properties/edit-operator.ts';
import { fieldOf } from './field-of.ts';
import { validate } from './flag-form-errors.ts';
import { type FlagFormValues, newForm, withMultivariate } from './flag-form-values.ts';

const form = (rest: Partial<FlagFormValues>): FlagFormValues => ({ ...newForm('checkout'), ...rest });
const condition = (operator: PropertyOperator, value: unknown, key = 'plan'): Partial<FlagFormValues> => ({
  conditions: [
    { id: 'c', properties: [{ id: 'p', key, operator, value, isTyped: true }], rollout: 100, variant: null },
  ],
});
const variants = (change: (variants: FlagFormValues['variants']) => FlagFormValues['variants']): FlagFormValues => {
  const split = withMultivariate(newForm('checkout'), true);
  return { ...split, variants: change(split.variants) };
};

test.each<[string, FlagFormValues, string[]]>([
  ['a whole one', form({}), []],
  ['no key', form({ key: '' }), ['key']],
  ['a key of other characters', form({ key: 'a b' }), ['key']],
  ['a property without a name', form(condition('exact', ['a'], ' ')), ['filters__groups__0__properties__0__key']],
  ['no value', form(condition('exact', [])), ['filters__groups__0__properties__0__value']],
  ['nothing to contain', form(condition('icontains', '')), ['filters__groups__0__properties__0__value']],
  ['a number that is none', form(condition('gt', 'x')), ['filters__groups__0__properties__0__value']],
  ['a number as text', form(condition('gt', '5')), []],
  ['time ago without a number', form(condition('is_date_after', '-d')), ['filters__groups__0__properties__0__value']],
  ['an empty text to equal, as the API takes it', form(condition('exact', '')), []],
  ['a day', form(condition('is_date_after', '2026-11-01')), []],
  ['a moment', form(condition('is_date_after', '2026-11-01T10:00:00Z')), []],
  ['time ago', form(condition('is_date_before', '-7d')), []],
  ['no value where none is needed', form(condition('is_set', undefined)), []],
  ['a payload that is not JSON', form({ payload: '{"a":' }), ['filters__payloads__true']],
  ['no variants', variants(() => []), ['filters__multivariate__variants']],
  [
    'weights that do not sum to 100',
    variants(([first, second]) => (first && second ? [{ ...first, weight: 40 }, second] : [])),
    ['filters__multivariate__variants'],
  ],
  [
    'two variants of one key',
    variants((all) => all.map((one) => ({ ...one, key: 'same' }))),
    ['filters__multivariate__variants__1__key', 'filters__multivariate__variants'],
  ],
])('a form with %s has its errors at the fields', (_, given, paths) => {
  const problems = validate(given);
  expect(Object.keys(problems)).toEqual(paths);
  expect(paths.map(fieldOf)).toEqual(paths);
});

test.each<[string, string | null]>([
  ['filters__groups__0__properties__1__value', 'filters__groups__0__properties__1__value'],
  ['filters__groups__0__properties__1__value__2', 'filters__groups__0__properties__1__value'],
  ['filters__groups__3__variant', 'filters__groups__3__variant'],
  ['filters__payloads__a__b', 'filters__payloads__a__b'],
  ['filters__groups', null],
  ['active', null],
])('the server’s %s is shown at %s', (attr, path) => {
  expect(fieldOf(attr)).toBe(path);
});

test.each<[PropertyOperator, PropertyOperator, unknown, unknown]>([
  ['exact', 'is_not', ['a', 'b'], ['a', 'b']],
  ['exact', 'icontains', ['a', 'b'], 'a'],
  ['icontains', 'exact', 'a', ['a']],
  ['icontains', 'exact', '', []],
  ['exact', 'gt', ['5'], 5],
  ['exact', 'gt', ['five'], ''],
  ['gt', 'exact', 5, ['5']],
  ['exact', 'is_set', ['a'], undefined],
  ['icontains', 'is_date_after', 'soon', ''],
  ['is_date_after', 'is_date_before', '-7d', '-7d'],
  ['is_date_after', 'is_date_exact', '-7d', ''],
])('from %s to %s, %j becomes %j', (from, to, value, expected) => {
  expect(convertValue(value, from, to)).toEqual(expected);
});
