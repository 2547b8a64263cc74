import { describe, expect, test } from 'vitest';
import { result } from '#server/experiments/results/words/result-testing.ts';
import { newForm, withVariant } from '../experiment-form-values.ts';
import { newEntry } from './entry-draft.ts';
import { type MetricDraft, newMetric, readMetric } from './metric-draft.ts';
import { experimentSentence, metricWords, resultMetricWords } from './metric-words.ts';

const plan = { key: 'plan', value: ['pro', 'team'] };

describe('a metric in a line', () => {
  test.each([
    ['nothing', {}, 'none'],
    [
      'a funnel',
      { events: [{ id: 'viewed' }, { id: 'bought' }] },
      'share of people who do “viewed”, then “bought” within 14 days of exposure; more is better',
    ],
    [
      'steps by their order, actions among events',
      {
        events: [{ id: 'bought', order: 1 }],
        actions: [
          { id: 3, name: 'Saw prices', order: 0 },
          { id: 4, order: 2 },
        ],
        funnel_window_days: 1,
      },
      'share of people who do the action “Saw prices”, then “bought”, then action 4 within a day of exposure; more is better',
    ],
    [
      'a trend of which less is better',
      { insight: 'TRENDS', events: [{ id: 'failed' }, { id: null }], direction: 'decrease' },
      'events per person: “failed” or any event; less is better',
    ],
    [
      'conditions of an entry and of all',
      {
        insight: 'TRENDS',
        events: [{ id: 'bought', properties: [{ key: 'total', operator: 'gt', value: 100 }] }],
        properties: [plan],
      },
      'events per person: “bought” where total is greater than 100, all where plan is pro or team; more is better',
    ],
    [
      'a count within a window',
      { insight: 'TRENDS', events: [{ id: 'viewed' }], benchtop: { window_days: 7, minimum_effect: 2 } },
      'events per person: “viewed” within 7 days of exposure; more is better; smallest effect that matters 2%',
    ],
    [
      'a sum',
      { insight: 'TRENDS', events: [{ id: 'bought' }], benchtop: { kind: 'mean_property', property: 'amount' } },
      'sum of amount per person: “bought”; more is better',
    ],
    [
      'a sum of a property that is not chosen',
      { insight: 'TRENDS', events: [{ id: 'bought' }], benchtop: { kind: 'mean_property' } },
      'sum of … per person: “bought”; more is better',
    ],
    [
      'a ratio of a sum to a number',
      {
        insight: 'TRENDS',
        events: [{ id: 'bought' }],
        benchtop: {
          kind: 'ratio',
          property: 'amount',
          denominator: { events: [{ id: 'bought' }, { id: 'returned' }], properties: [plan] },
          window_days: 14,
        },
      },
      'sum of amount of “bought”, divided by number of “bought” or “returned”, all where plan is pro or team within 14 days of exposure; more is better',
    ],
    [
      'a ratio without a denominator',
      { insight: 'TRENDS', events: [{ id: 'bought' }], benchtop: { kind: 'ratio' } },
      'number of “bought”, divided by number of …; more is better',
    ],
    [
      'a return on some days',
      { events: [{ id: 'viewed' }], benchtop: { kind: 'retention', return_days: [1, 7] } },
      'share of people who do “viewed” on days 1 to 7 after exposure; more is better',
    ],
    [
      'a return on one day',
      { events: [{ id: 'viewed' }], benchtop: { kind: 'retention', return_days: [7, 7] } },
      'share of people who do “viewed” on day 7 after exposure; more is better',
    ],
    [
      'nothing of options that the kind does not use',
      { insight: 'TRENDS', events: [{ id: 'viewed' }], benchtop: { property: 'amount' } },
      'events per person: “viewed”; more is better',
    ],
  ])('says %s', (_what, filters, words) => expect(metricWords(filters)).toBe(words));
});

describe('the sentence of an experiment', () => {
  const sentence = (primary: MetricDraft) => experimentSentence({ ...newForm(), primary }, false);

  test.each<[string, MetricDraft, string]>([
    ['nothing chosen', newMetric(), 'No primary metric chosen yet.'],
    [
      'a metric',
      readMetric({ events: [{ id: 'bought' }] }),
      'Primary metric: share of people who do “bought” within 14 days of exposure; more is better.',
    ],
    [
      'a step that is not chosen',
      { ...newMetric(), entries: [{ ...newEntry(), given: {} }] },
      'Primary metric: share of people who do “…” within 14 days of exposure; more is better.',
    ],
  ])('with %s', (_, metric, words) => {
    expect(sentence(metric)).toBe(`Each person in the audience gets control (50%) or test (50%). ${words}`);
  });

  test('is in the past after the end, as the flag may serve something else', () => {
    expect(experimentSentence(newForm(), true)).toMatch(
      /^Each person in the audience got control \(50%\) or test \(50%\)\. /,
    );
  });

  test('names every variant', () => {
    expect(experimentSentence(withVariant(newForm()), false)).toMatch(
      /^Each person in the audience gets control \(34%\), test \(33%\) or test-2/,
    );
  });
});

test('what a result counted is said in the same words', () => {
  expect(resultMetricWords(result())).toBe(
    'share of people who do “cart viewed”, then “order placed” within 14 days of exposure; more is better',
  );
  expect(resultMetricWords(result({ metric: null }))).toBe('none');
});
