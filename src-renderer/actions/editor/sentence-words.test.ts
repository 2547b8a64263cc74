import { expect, test } from 'vitest';
import { propertyRow, stepDraft } from '../testing.ts';
import type { StepDraft } from './action-form.ts';
import { actionSentence } from './sentence-words.ts';

test.each<[string, Partial<StepDraft>[]]>([
  ['Matches nothing: the action has no step.', []],
  ['Matches every event: its step has no condition.', [{}]],
  ['Matches every event: step 2 has no condition.', [{ texts: { event: 'buy' } }, {}]],
  ['Matches “buy” events.', [{ texts: { event: 'buy' } }]],
  ['Matches … events.', [{ texts: { event: '' } }]],
  ['Matches “buy” events at a URL that contains …', [{ texts: { event: 'buy', url: '' } }]],
  ['Matches “buy” events; or “order” events.', [{ texts: { event: 'buy' } }, { texts: { event: 'order' } }]],
  ['Matches any event at a URL that contains “/cart”.', [{ texts: { url: '/cart' } }]],
  ['Matches any event at a URL that is “https://a.b/”.', [{ texts: { url: 'https://a.b/' }, urlMatching: 'exact' }]],
  ['Matches any event at a URL that matches the regex “\\d”.', [{ texts: { url: '\\d' }, urlMatching: 'regex' }]],
  [
    'Matches “$autocapture” events in an element whose text is “Buy” and link goes to “/buy” and tag is “a”, and in an element that matches “.cta > a”.',
    [{ texts: { event: '$autocapture', text: 'Buy', href: '/buy', tag_name: 'a', selector: '.cta > a' } }],
  ],
  [
    'Matches “buy” events where plan is pro or team and amount is greater than 5 by people whose country is set.',
    [
      {
        texts: { event: 'buy' },
        properties: [
          propertyRow({ value: ['pro', 'team'] }),
          propertyRow({ key: 'country', operator: 'is_set', of: 'person' }),
          propertyRow({ key: 'amount', operator: 'gt', value: 5 }),
        ],
      },
    ],
  ],
])('%s', (sentence, steps) => {
  expect(actionSentence(steps.map(stepDraft))).toBe(sentence);
});
