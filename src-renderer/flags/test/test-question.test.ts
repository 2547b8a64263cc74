import { expect, test } from 'vitest';
import type { FlagDraft } from '#server/flags/evaluation/evaluation-contract.ts';
import { flagOf } from '#server/flags/flag-testing.ts';
import { isUnsaved, publicQuestion, readProperties, subjectQuestion } from './test-question.ts';

const nobody = { distinctId: '', properties: '', groups: [] };

test.each([
  ['', { value: {} }],
  ['  \n', { value: {} }],
  ['{"plan": "pro"}', { value: { plan: 'pro' } }],
  ['[1]', { problem: { line: 1, column: 1, message: 'Properties must be an object, like {"plan": "pro"}.' } }],
  ['{\n"plan"', { problem: { line: 2, column: 7, message: expect.any(String) } }],
])('properties typed as %j are read', (text, read) => {
  expect(readProperties(text)).toEqual(read);
});

test('there is no question without a distinct id, or while its properties are not JSON', () => {
  expect(subjectQuestion(nobody)).toBeNull();
  expect(subjectQuestion({ ...nobody, distinctId: ' ' })).toBeNull();
  expect(subjectQuestion({ ...nobody, distinctId: 'a', properties: '{"plan' })).toBeNull();
  const group = { id: '1', type: 'company', key: 'acme', properties: '{' };
  expect(subjectQuestion({ ...nobody, distinctId: 'a', groups: [group] })).toBeNull();
});

test('ids come as typed, groups with their entered properties; one without type or key is left out', () => {
  const groups = [
    { id: '1', type: ' company ', key: 'acme', properties: '{"seats": 5}' },
    { id: '2', type: 'team', key: '', properties: '' },
    { id: '3', type: 'site', key: 'de', properties: '' },
  ];
  expect(subjectQuestion({ distinctId: ' user-1 ', properties: '{"plan": "pro"}', groups })).toEqual({
    distinct_id: ' user-1 ',
    person_properties: { plan: 'pro' },
    groups: { ' company ': 'acme', site: 'de' },
    group_properties: { ' company ': { seats: 5 } },
  });
});

test('a draft is unsaved when it would change the flag', () => {
  const flag = flagOf({});
  const draft: FlagDraft = { id: 1, key: flag.key, filters: { groups: [{ rollout_percentage: 100 }] } };
  expect(isUnsaved(flag, draft)).toBe(false);
  expect(isUnsaved(flag, { ...draft, active: false })).toBe(true);
  expect(isUnsaved(flag, { ...draft, filters: { groups: [{ rollout_percentage: 99 }] } })).toBe(true);
  expect(isUnsaved(flag, { ...draft, key: '' })).toBe(true);
});

test('the public request has only what was entered', () => {
  const question = { distinct_id: 'user-1', groups: {}, person_properties: { plan: 'pro' } };
  expect(publicQuestion(question, 'phc_key')).toEqual({
    api_key: 'phc_key',
    distinct_id: 'user-1',
    person_properties: { plan: 'pro' },
  });
});
