import { expect, test } from 'vitest';
import { newForm, withVariant } from '../experiment-form-values.ts';
import { type MetricDraft, newEntry, newMetric, readMetric } from './metric-draft.ts';
import { experimentSentence } from './metric-sentence.ts';

const sentence = (primary: MetricDraft) => experimentSentence({ ...newForm(), primary });
const plan = { key: 'plan', value: ['pro'] };

test.each<[string, MetricDraft, string]>([
  ['nothing', newMetric(), 'What decides is not chosen yet.'],
  [
    'a step',
    readMetric({ events: [{ id: 'bought' }] }),
    'What decides: the share of people who do “bought” within 14 days of seeing the variant. More is better.',
  ],
  [
    'steps with filters',
    readMetric({
      events: [{ id: 'viewed', properties: [plan] }, { id: null }],
      actions: [{ id: 3, name: 'Paid' }],
      funnel_window_days: 1,
      direction: 'decrease',
    }),
    'What decides: the share of people who do “viewed” where plan is pro, then anything, then the action “Paid” within a day of seeing the variant. Less is better.',
  ],
  [
    'a count of what passes one filter',
    readMetric({ insight: 'TRENDS', events: [{ id: 'a' }, { id: 'b' }], properties: [plan] }),
    'What decides: how often a person does “a” or “b”, all where plan is pro. More is better.',
  ],
  [
    'a step that is not chosen',
    { ...newMetric(), entries: [{ ...newEntry(), given: {} }] },
    'What decides: the share of people who do “…” within 14 days of seeing the variant. More is better.',
  ],
])('of %s', (_, metric, words) => {
  expect(sentence(metric)).toBe(`Each person gets control (50%) or test (50%). ${words}`);
});

test('names every variant', () => {
  expect(experimentSentence(withVariant(newForm()))).toMatch(
    /^Each person gets control \(34%\), test \(33%\) or test-2/,
  );
});
