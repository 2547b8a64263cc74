import { expect, test } from 'vitest';
import { newForm, type StepDraft } from '../editor/action-form.ts';
import { propertyRow, stepDraft } from '../testing.ts';
import { fieldInForm, tryableSteps } from './draft-preview.ts';

const tried = (...steps: Partial<StepDraft>[]) => tryableSteps({ ...newForm(), steps: steps.map(stepDraft) });

test('what is not filled in yet is left out, and so is a step that has nothing else', () => {
  const { steps, indexes } = tried(
    { texts: { event: '' } },
    {
      texts: { event: 'buy', url: '' },
      properties: [propertyRow(), propertyRow({ key: '' }), propertyRow({ value: [] })],
    },
    { properties: [propertyRow({ key: ' ' })] },
  );
  expect(steps).toMatchObject([{ event: 'buy', url: null, properties: [{ key: 'plan', value: ['pro'] }] }]);
  expect(indexes).toEqual([1]);
});

test('a step without any condition is tried: it matches every event', () => {
  expect(tried({}).indexes).toEqual([0]);
});

test.each([
  ['steps__0__selector', 'steps__1__selector'],
  ['steps__0__properties__0__value', 'steps__1__properties'],
  ['steps__7__selector', null],
  ['days', null],
])('what is refused at %s of the tried steps stands at %s of the form', (attr, path) => {
  expect(fieldInForm(attr, { steps: [], indexes: [1, 2] })).toBe(path);
});
