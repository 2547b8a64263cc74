import { expect, test } from 'vitest';
import { actionFormFromEvent } from './form-from-event.ts';

const url = 'https://shop.example/cart?step=2';
const button = { tag_name: 'button', $el_text: 'Buy now', attr__class: 'cta' };

test.each([
  ['a custom event', 'order placed', {}, 'order placed', { event: 'order placed' }],
  ['a page view', '$pageview', { $current_url: url }, 'Viewed /cart', { event: '$pageview', url }],
  [
    'a click, elements as a list',
    '$autocapture',
    { $current_url: url, $event_type: 'click', $elements: [button, { tag_name: 'div' }] },
    'Clicked Buy now',
    { event: '$autocapture', text: 'Buy now', tag_name: 'button', url },
  ],
  [
    'a click, elements as a string',
    '$autocapture',
    {
      $event_type: 'click',
      $elements_chain:
        'a.cta.big:attr__href="/x?a=1;b"href="/x?a=1;b"nth-child="2"text="Say \\"hi\\"";div:nth-child="1"',
    },
    'Clicked Say "hi"',
    { event: '$autocapture', text: 'Say "hi"', href: '/x?a=1;b', tag_name: 'a' },
  ],
  [
    'a submitted form without a text',
    '$autocapture',
    { $event_type: 'submit', $elements_chain: 'form' },
    'Submitted form',
    { event: '$autocapture', tag_name: 'form' },
  ],
])('%s becomes a step that matches it', (_what, event, properties, name, texts) => {
  const form = actionFormFromEvent({ event, properties });
  expect(form.name).toBe(name);
  expect(form.steps).toMatchObject([{ texts, urlMatching: 'exact', properties: [] }]);
  expect(Object.keys(form.steps[0]?.texts ?? {}).toSorted()).toEqual(Object.keys(texts).toSorted());
});

test('a text longer than a condition allows is left out', () => {
  const properties = { $elements: [{ ...button, $el_text: 'x'.repeat(2001) }] };
  expect(actionFormFromEvent({ event: '$autocapture', properties }).steps[0]?.texts).not.toHaveProperty('text');
});
