import { expect, test } from 'vitest';
import { newForm, type StepDraft } from '../editor/action-form.ts';
import { propertyRow, stepDraft } from '../testing.ts';
import { completeSteps, fieldInForm } from './draft-preview.ts';

const complete = (...steps: Partial<StepDraft>[]) => completeSteps({ ...newForm(), steps: steps.map(stepDraft) });

test('empty conditions are left out, and so are steps with no others', () => {
  const { steps, indexes, rows } = complete(
    { texts: { event: '' } },
    {
      texts: { event: 'buy', url: '' },
      properties: [propertyRow({ key: '' }), propertyRow({ value: [] }), propertyRow({ id: 'whole' })],
    },
    { properties: [propertyRow({ key: ' ' })] },
  );
  expect(steps).toMatchObject([{ event: 'buy', url: null, properties: [{ key: 'plan', value: ['pro'] }] }]);
  expect({ indexes, rows }).toEqual({ indexes: [1], rows: [['whole']] });
});

test('a step without any condition is kept: it matches every event', () => {
  expect(complete({}).indexes).toEqual([0]);
});

test.each([
  ['steps__0__selector', 'steps__1__selector'],
  ['steps__0__properties__0__value', 'steps__1__properties'],
  ['steps__7__selector', null],
  ['days', null],
])('an error at %s of the complete steps is shown at %s of the form', (attr, path) => {
  expect(fieldInForm(attr, { steps: [], indexes: [1, 2], rows: [] })).toBe(path);
});
