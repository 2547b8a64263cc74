import { expect, test } from 'vitest';
import { propertyRow, stepDraft } from '../testing.ts';
import { type ActionForm, newForm } from './action-form.ts';
import { validate } from './form-errors.ts';

const form: ActionForm = { ...newForm(), name: 'Bought', steps: [stepDraft({ texts: { event: 'buy' } })] };

test.each<[string, Partial<ActionForm>, string[]]>([
  ['nothing', {}, []],
  ['no step, which is allowed', { steps: [] }, []],
  ['a step without conditions, which is allowed', { steps: [stepDraft()] }, []],
  ['no name', { name: ' ' }, ['name']],
  ['a name that is too long', { name: 'x'.repeat(401) }, ['name']],
  ['a message that is too long', { message: 'x'.repeat(601) }, ['chat_message_format']],
  ['a condition that is not filled in', { steps: [stepDraft({ texts: { url: '', event: 'a' } })] }, ['steps__0__url']],
  [
    'properties without key or value',
    { steps: [stepDraft(), stepDraft({ properties: [propertyRow({ key: '' }), propertyRow({ value: [] })] })] },
    ['steps__1__properties__0__key', 'steps__1__properties__1__value'],
  ],
])('%s', (_what, part, paths) => {
  expect(Object.keys(validate({ ...form, ...part }))).toEqual(paths);
});
