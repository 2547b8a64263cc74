import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../../api/errors.ts';
import { serverErrorsOf } from '../../ui/form/field-errors.ts';
import { fieldOf, validate } from './experiment-form-problems.ts';
import { type ExperimentFormValues, newForm, withJson, withKey, withName } from './experiment-form-values.ts';
import { newEntry } from './metrics/entry-draft.ts';
import { newMetric, newNamedMetric } from './metrics/metric-draft.ts';

const named = withName(newForm(), 'Checkout');
const row = { id: 'r', key: '', operator: 'exact' as const, value: [], isTyped: true, of: 'event' as const, rest: {} };

describe('what is wrong with the form of an experiment', () => {
  test('nothing, once it has a name: a metric may come later', () => {
    expect(validate(named)).toEqual({});
    expect(validate({ ...named, secondary: [newNamedMetric()] })).toEqual({});
  });

  const [control, other] = named.variants;
  if (control === undefined || other === undefined) throw new Error('two variants');
  test.each<[string, ExperimentFormValues, string, RegExp]>([
    ['no name', newForm(), 'name', /name/],
    ['no key', newForm(), 'feature_flag_key', /key/],
    ['a key that no flag can have', withKey(named, 'a b'), 'feature_flag_key', /letters/],
    [
      'weights that do not sum to 100',
      { ...named, variants: [control, { ...other, weight: 49.5 }] },
      'parameters__feature_flag_variants',
      /not 99.5/,
    ],
    [
      'no control',
      { ...named, variants: [{ ...control, key: 'a' }, other] },
      'parameters__feature_flag_variants',
      /control/,
    ],
    [
      'a key twice',
      { ...named, variants: [control, { ...other, key: 'control' }] },
      'parameters__feature_flag_variants__1__key',
      /Another/,
    ],
    ['no effect', { ...named, effect: 0 }, 'parameters__minimum_detectable_effect', /0/],
    [
      'a step with a filter and no event, after one that is not filled in at all',
      { ...named, primary: { ...newMetric(), entries: [newEntry(), { ...newEntry(), properties: [row] }] } },
      'filters__events__0__id',
      /Choose an event/,
    ],
    [
      'an unfinished filter',
      { ...named, primary: { ...newMetric(), entries: [{ ...newEntry('any'), properties: [row] }] } },
      'filters__events__0__properties__0__key',
      /Choose a property/,
    ],
    [
      'a secondary metric with an action that is not chosen',
      {
        ...named,
        secondary: [
          newNamedMetric(),
          { ...newNamedMetric(), name: 'a', entries: [{ ...newEntry('action'), properties: [row] }] },
        ],
      },
      'secondary_metrics__0__filters__actions__0__id',
      /Choose an action/,
    ],
    [
      'JSON that the contract does not take',
      withJson(named, 'secondary_metrics', [{ name: 1, filters: { events: 'all' } }]),
      'secondary_metrics__0__filters__events',
      /array/,
    ],
  ])('%s', (_, form, path, message) => {
    expect(validate(form)[path]).toMatch(message);
  });
});

test.each([
  ['feature_flag_key', 'feature_flag_key'],
  ['parameters__feature_flag_variants__2__key', 'parameters__feature_flag_variants__2__key'],
  ['filters__events__0__properties__1__value__0', 'filters__events__0__properties__1__value'],
  ['secondary_metrics__3__filters__actions__0__id', 'secondary_metrics__3__filters__actions__0__id'],
  ['flag__filters__groups__0__variant', 'filters__groups__0__variant'],
  ['filters__insight', null],
  ['parameters__mine', null],
])('a refusal of %s is shown at the field %s', (attr, path) => {
  const failure = new ApiFailure(400, { type: 'validation_error', code: 'invalid_input', detail: 'No.', attr });
  expect(fieldOf(attr)).toBe(path);
  expect(serverErrorsOf(failure, fieldOf)).toEqual(path === null ? {} : { [path]: 'No.' });
});
