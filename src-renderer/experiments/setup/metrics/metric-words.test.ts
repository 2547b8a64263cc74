import { describe, expect, it } from 'vitest';
import { metricWords } from './metric-words.ts';

describe('metricWords', () => {
  it.each([
    ['nothing', {}, 'none'],
    [
      'a funnel',
      { events: [{ id: 'viewed' }, { id: 'bought' }] },
      'share of people with “viewed”, then “bought”, within 14 days',
    ],
    [
      'steps by their order, actions among events',
      {
        events: [{ id: 'bought', order: 1 }],
        actions: [{ id: 3, name: 'Saw prices', order: 0 }],
        funnel_window_days: 7,
      },
      'share of people with the action “Saw prices”, then “bought”, within 7 days',
    ],
    [
      'a trend of which less is better',
      { insight: 'TRENDS', events: [{ id: 'failed' }, { id: null }], direction: 'decrease' },
      '“failed” or any event per person, less is better',
    ],
    [
      'conditions of an entry and of all',
      {
        insight: 'TRENDS',
        events: [{ id: 'bought', properties: [{ key: 'total', operator: 'gt', value: 100 }] }],
        properties: [{ key: 'plan', value: ['pro', 'team'] }],
      },
      '“bought” where total is greater than 100 per person, all where plan is pro or team',
    ],
  ])('says %s', (_what, filters, words) => expect(metricWords(filters)).toBe(words));
});
