import { expect, test } from 'vitest';
import { reasonSentences, valueWords, whyDifferent } from './reason-words.ts';
import { evaluationOf, servedOf } from './testing.ts';

const plan = { key: 'plan', operator: 'exact', value: 'pro', actual: 'pro', source: 'stored', matched: true } as const;
const matched = { code: 'condition_match', condition_index: 0, description: '' } as const;
const boundaries = [
  { key: 'control', low: 0, high: 0.1 + 0.2 },
  { key: 'test', low: 0.1 + 0.2, high: 1 },
];

test.each([
  [true, 'on'],
  [false, 'off'],
  ['control', 'control'],
])('the value %j is called %s', (value, words) => {
  expect(valueWords(value)).toBe(words);
});

test.each([
  [
    'a matched condition names its rollout and the hash',
    evaluationOf({
      reason: { code: 'condition_match', condition_index: 1, description: '' },
      bucketing: { hash: 0.42134 },
      conditions: [{}, { index: 1, rollout_percentage: 50, properties: [plan] }],
    }),
    ['Condition 2 matched; the hash 0.4213 is within its rollout of 50%.'],
  ],
  [
    'a hash just over the rollout gets enough digits to differ from it',
    evaluationOf({
      reason: { code: 'out_of_rollout_bound', condition_index: 0, description: '' },
      bucketing: { hash: 0.500002 },
      conditions: [{ rollout_percentage: 50, properties: [plan] }],
    }),
    ['Condition 1 matched, but the hash 0.500002 is beyond its rollout of 50%.'],
  ],
  [
    'a condition without properties and rollout matches everyone',
    evaluationOf({
      reason: matched,
      conditions: [{}],
    }),
    ['Condition 1 matches everyone, and its rollout is 100%.'],
  ],
  [
    'a variant is explained by its range, without binary noise',
    evaluationOf({
      value: 'test',
      variant: 'test',
      reason: matched,
      bucketing: { variant_hash: 0.71, boundaries },
      conditions: [{ rollout_percentage: 100, properties: [plan] }],
    }),
    ['Condition 1 matched, and its rollout is 100%.', 'The variant hash 0.7100 is in the range of test, [0.3, 1).'],
  ],
  [
    'a condition that fixes the variant says so',
    evaluationOf({
      value: 'control',
      variant: 'control',
      reason: matched,
      bucketing: { variant_hash: 0.71, boundaries },
      conditions: [{ properties: [plan], variant: 'control' }],
    }),
    ['Condition 1 matched, and its rollout is 100%.', 'It sets the variant control.'],
  ],
  [
    'a hash outside every range leaves the flag on without a variant',
    evaluationOf({
      value: true,
      reason: matched,
      bucketing: { variant_hash: 1, boundaries },
      conditions: [{}],
    }),
    [
      'Condition 1 matches everyone, and its rollout is 100%.',
      'The variant hash 1.0000 is in no variant’s range, so the flag is on without a variant.',
    ],
  ],
  ['no match counts the conditions', evaluationOf({ conditions: [{}, {}] }), ['None of its 2 conditions matched.']],
  ['one condition is not counted', evaluationOf({ conditions: [{}] }), ['Its condition did not match.']],
  [
    'a flag without conditions is off, but for overrides',
    evaluationOf({}),
    ['The flag has no conditions, and no override applies.'],
  ],
  [
    'a missing group is named by its type',
    evaluationOf({ reason: { code: 'no_group_type', condition_index: null, description: '' } }),
    ['The flag matches company groups, and none is given.'],
  ],
  [
    'a flag turned off is off, but for overrides',
    evaluationOf({ reason: { code: 'flag_disabled', condition_index: null, description: '' } }),
    ['The flag is turned off, and no override applies.'],
  ],
  [
    'an override replaces the conditions',
    evaluationOf({ value: true, reason: { code: 'override', condition_index: null, description: '' } }),
    ['An override sets this value; conditions are ignored.'],
  ],
])('%s', (_, evaluation, sentences) => {
  expect(reasonSentences(evaluation, 'company')).toEqual(sentences);
});

const nowTest = { value: 'test', variant: 'test' };
const saved = { version: 4, isDraft: false };
const draft = { version: 4, isDraft: true };

test.each([
  ['nothing served', evaluationOf(nowTest), saved, null],
  ['the same value', evaluationOf({ ...nowTest, served: servedOf({ value: 'test' }) }), saved, null],
  [
    'an older version',
    evaluationOf({ ...nowTest, served: servedOf({ value: 'control', version: 3 }) }),
    saved,
    'the flag changed (version 3 → 4)',
  ],
  [
    'a draft of the same version',
    evaluationOf({ ...nowTest, served: servedOf({ value: 'control', version: 4 }) }),
    draft,
    'this draft is not saved',
  ],
  [
    'a draft of a newer version',
    evaluationOf({ ...nowTest, served: servedOf({ value: 'control', version: 3 }) }),
    draft,
    'the flag changed (version 3 → 4), and this draft is not saved',
  ],
  [
    'an override then',
    evaluationOf({ ...nowTest, served: servedOf({ value: 'control', version: 4, reason: 'override' }) }),
    saved,
    'an override was active then',
  ],
  [
    'an override now',
    evaluationOf({
      ...nowTest,
      reason: { code: 'override', condition_index: null, description: '' },
      served: servedOf({ value: 'control', version: 3 }),
    }),
    saved,
    'an override is set now',
  ],
  [
    'the same version',
    evaluationOf({ ...nowTest, served: servedOf({ value: 'control', version: 4 }) }),
    saved,
    'the id, properties or groups differ, or time passed; the flag did not change',
  ],
])('the difference is explained for %s', (_, evaluation, now, why) => {
  expect(whyDifferent(evaluation, now)).toBe(why);
});
