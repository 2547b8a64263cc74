import { expect, test } from 'vitest';
import type { Action } from '#server/actions/contract.ts';
import { changedFields, isUnchanged } from '../../ui/form/changed-fields.ts';
import { action, propertyRow, step, stepDraft } from '../testing.ts';
import { copyOfStep, formOf, hasNoCondition, inputOf, newForm, newPropertyRow, withSavedIds } from './action-form.ts';

const stored = (properties: Action['steps'][number]['properties']) =>
  action({ steps: [step({ id: 'a', event: 'buy', properties })] });

test.each([
  [{ plan: 'pro' }],
  [{ amount: { value: 5, operator: 'gt' }, country: { operator: 'is_set', type: 'person' } }],
  [{ list: ['a', 'b'] }],
  [[{ key: 'plan', value: 'pro', operator: null, note: 'kept' }]],
  [{}],
])('unedited properties sent as %j are sent back unchanged', (properties) => {
  const form = formOf(stored(properties));
  expect(inputOf(form).steps[0]?.properties).toEqual(properties);
  expect(isUnchanged(inputOf(form), inputOf({ ...form, name: 'Bought' }))).toBe(true);
});

test('edited properties become a list that keeps unknown fields', () => {
  const form = formOf(stored([{ key: 'plan', value: 'pro', note: 'kept' }]));
  const [first] = form.steps;
  if (first === undefined) throw new Error('no step');
  const added = { ...newPropertyRow('person'), key: 'country', operator: 'is_set' as const };
  const edited = { ...form, steps: [{ ...first, properties: [...first.properties, added] }] };
  expect(changedFields(inputOf(form), inputOf(edited)).steps?.[0]?.properties).toEqual([
    { key: 'plan', operator: 'exact', value: 'pro', note: 'kept' },
    { key: 'country', operator: 'is_set', type: 'person' },
  ]);
});

test('an empty condition is not sent, and is no change', () => {
  const form = formOf(stored({}));
  const added = { ...form, steps: form.steps.map((one) => ({ ...one, texts: { ...one.texts, url: '' } })) };
  expect(inputOf(added).steps[0]?.url).toBeNull();
  expect(isUnchanged(inputOf(form), inputOf(added))).toBe(true);
});

test('only the fields that changed are sent', () => {
  const form = formOf(action({ name: 'Bought', tags: ['shop'] }));
  expect(changedFields(inputOf(form), inputOf({ ...form, name: 'Bought it ' }))).toEqual({ name: 'Bought it' });
  expect(changedFields(inputOf(form), inputOf({ ...form, name: ' Bought ' }))).toEqual({});
});

test('a saved form keeps its rows and takes the server’s ids', () => {
  const sent = { ...newForm(), name: 'Bought', steps: [stepDraft({ id: 'mine', texts: { event: 'buy' } })] };
  const saved = formOf(action({ steps: [step({ id: 'theirs', event: 'buy' })] }), sent);
  expect(saved.steps[0]).toMatchObject({ id: 'mine', savedId: 'theirs' });
  const typedMeanwhile = { ...sent, name: 'Bought twice' };
  expect(withSavedIds(typedMeanwhile, saved)).toMatchObject({ name: 'Bought twice', steps: [{ savedId: 'theirs' }] });
});

test('a copied step has the same conditions and new ids', () => {
  const [saved] = formOf(stored({ plan: 'pro' })).steps;
  if (saved === undefined) throw new Error('no step');
  const copy = copyOfStep(saved);
  expect(copy.savedId).toBeNull();
  expect(copy.id).not.toBe(saved.id);
  expect(inputOf({ ...newForm(), steps: [copy] }).steps[0]).toEqual({
    ...inputOf({ ...newForm(), steps: [saved] }).steps[0],
    id: null,
  });
});

test('a step has no condition only when none was added', () => {
  expect(hasNoCondition(stepDraft())).toBe(true);
  expect(hasNoCondition(stepDraft({ texts: { event: '' } }))).toBe(false);
  expect(hasNoCondition(stepDraft({ properties: [propertyRow()] }))).toBe(false);
});
