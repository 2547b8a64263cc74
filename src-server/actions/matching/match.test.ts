import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/contract.ts';
import { stepInput } from '../contract.ts';
import { explainMatch } from '../preview/explain.ts';
import type { NearestMiss } from '../preview/preview-contract.ts';
import { compileSteps, eventSubject } from './match.ts';

const chain =
  'span.icon:nth-child="1"nth-of-type="1"text="Buy";' +
  'button.btn.md:flex.primary:attr__class="btn md:flex primary p-1.5"attr__id="buy"attr__type="button"attr_id="buy"' +
  'nth-child="2"nth-of-type="1"text="Buy now";' +
  'a:attr__href="/shop?a=1;b=\\"2\\""href="/shop?a=1;b=\\"2\\""nth-child="1"nth-of-type="1"text="Shop";' +
  'form.checkout:attr__data-step="3"nth-child="4"nth-of-type="2";body:nth-child="2"nth-of-type="1"';
const $current_url = 'https://Example.com/Shop/cart?x=1#top';
const event = { $current_url, $elements_chain: chain, plan: 'pro', amount: 5, list: ['a'], nothing: null };

const subject = (name: string, properties: JsonObject) =>
  eventSubject(
    name,
    () => properties,
    () => ({ tier: 'gold' }),
  );
const steps = (...given: object[]) => given.map((step) => stepInput.parse(step));
const buy = subject('$autocapture', event);

const cases: [step: object, isMatch: boolean][] = [
  [{}, true],
  [{ event: null, url: '', text: null, properties: {} }, true],
  [{ name: 'any', url_matching: 'regex', properties: [] }, true],
  [{ event: '$autocapture' }, true],
  [{ event: '$Autocapture' }, false],
  [{ event: '$auto' }, false],
  [{ url: '/Shop' }, true],
  [{ url: '/shop' }, false],
  [{ url: 'a.b' }, false],
  [{ url: $current_url, url_matching: 'exact' }, true],
  [{ url: '/Shop', url_matching: 'exact' }, false],
  [{ url: '/Shop/c.rt', url_matching: 'regex' }, true],
  [{ url: '^/Shop', url_matching: 'regex' }, false],
  [{ text: 'Buy now' }, true],
  [{ text: 'Buy' }, true],
  [{ text: 'buy now' }, false],
  [{ text: 'Buy n' }, false],
  [{ tag_name: 'button' }, true],
  [{ tag_name: 'BUTTON' }, true],
  [{ tag_name: 'input' }, false],
  [{ href: '/shop?a=1;b="2"' }, true],
  [{ href: '/shop' }, false],
  [{ text: 'Buy now', tag_name: 'button' }, true],
  [{ text: 'Buy now', tag_name: 'a' }, false],
  [{ text: 'Shop', tag_name: 'a', href: '/shop?a=1;b="2"' }, true],
  [{ text: 'Buy now', href: '/shop?a=1;b="2"' }, false],
  [{ selector: 'button' }, true],
  [{ selector: 'button.btn' }, true],
  [{ selector: '.md\\:flex.p-1\\.5' }, true],
  [{ selector: '#buy' }, true],
  [{ selector: '#Buy' }, false],
  [{ selector: '[type]' }, true],
  [{ selector: '[type=button]' }, true],
  [{ selector: '[data-step="3"]' }, true],
  [{ selector: '[data-step="4"]' }, false],
  [{ selector: '[href^="/shop"]' }, true],
  [{ selector: '[href$="2\\""]' }, true],
  [{ selector: '[href*="a=1"]' }, true],
  [{ selector: '[href^=""]' }, false],
  [{ selector: 'form button' }, true],
  [{ selector: 'form > button' }, false],
  [{ selector: 'form > a > button > span' }, true],
  [{ selector: 'body form button.primary' }, true],
  [{ selector: 'button form' }, false],
  [{ selector: 'button:nth-child(2)' }, true],
  [{ selector: 'button:nth-child(1)' }, false],
  [{ selector: 'form:nth-child(even):nth-of-type(2)' }, true],
  [{ selector: 'form:nth-child(3n+1)' }, true],
  [{ selector: 'form:nth-child(3n)' }, false],
  [{ selector: 'input, form' }, true],
  [{ selector: '*' }, true],
  [{ properties: { plan: 'pro' } }, true],
  [{ properties: { plan: 'PRO' } }, true],
  [{ properties: { plan: ['free', 'pro'] } }, true],
  [{ properties: { plan: 'pro', amount: 6 } }, false],
  [{ properties: { amount: { value: 4, operator: 'gt' } } }, true],
  [{ properties: { amount: { value: 5 } } }, true],
  [{ properties: { other: { operator: 'is_not_set' } } }, true],
  [{ properties: { nothing: { operator: 'is_set' } } }, true],
  [{ properties: [{ key: 'plan', value: 'p', operator: 'icontains' }] }, true],
  [{ properties: [{ key: 'tier', value: 'gold', type: 'person' }] }, true],
  [{ properties: [{ key: 'tier', value: 'gold' }] }, false],
  [{ properties: { tier: { value: 'gold', type: 'person' } } }, true],
  [{ event: '$autocapture', url: '/Shop', text: 'Buy', selector: 'form', properties: { plan: 'pro' } }, true],
  [{ event: '$autocapture', url: '/Shop', text: 'Buy', selector: 'form', properties: { plan: 'x' } }, false],
];
test.each(cases)('a step %j matches: %s, and the verdict agrees', (step, isMatch) => {
  expect(compileSteps(steps(step)).matches(buy)).toBe(isMatch);
  const verdict = explainMatch(steps(step), buy);
  expect(verdict.is_match).toBe(isMatch);
  expect(verdict.steps[0]?.conditions.every((condition) => condition.is_match)).toBe(isMatch);
});

test('no step matches nothing, and steps are alternatives', () => {
  expect(compileSteps([]).matches(buy)).toBe(false);
  expect(compileSteps(steps({ event: 'x' }, { event: 'y' })).matches(buy)).toBe(false);
  expect(compileSteps(steps({ event: 'x' }, { event: '$autocapture' })).matches(buy)).toBe(true);
});

test('an event without url and elements fails only conditions on them', () => {
  const bare = subject('$screen', {});
  for (const step of [{ url: 'a' }, { url: '.*', url_matching: 'regex' }, { text: 'a' }, { selector: '*' }]) {
    expect(compileSteps(steps(step)).matches(bare)).toBe(false);
  }
  expect(compileSteps(steps({ event: '$screen' })).matches(bare)).toBe(true);
});

test('events and needs say which parts need not be read', () => {
  const named = compileSteps(steps({ event: 'a', url: '/x' }, { event: 'b' }));
  expect(named.events).toEqual(new Set(['a', 'b']));
  expect(named.needs).toEqual({ properties: false, url: true, person: false });
  const any = compileSteps(
    steps({ event: 'a' }, { text: 'b' }, { properties: [{ key: 'k', type: 'person', value: 1 }] }),
  );
  expect(any).toMatchObject({ events: null, needs: { properties: true, url: false, person: true } });
});

describe('the nearest miss', () => {
  const nearest: [step: object, miss: NearestMiss | null][] = [
    [{ event: '$AutoCapture' }, { kind: 'text', difference: 'case', seen: '$autocapture' }],
    [{ event: 'autocapture' }, { kind: 'text', difference: 'longer', seen: '$autocapture' }],
    [
      { url: '/Shop/cart', url_matching: 'exact' },
      { kind: 'url_matching', matching: 'contains' },
    ],
    [{ url: '/Shop/.art' }, { kind: 'url_matching', matching: 'regex' }],
    [{ url: '/shop/CART' }, { kind: 'url', difference: 'case' }],
    [{ url: 'https://Example.com/Shop/cart', url_matching: 'regex' }, null],
    [
      { url: 'https://Example.com/Shop/cart?y=2', url_matching: 'exact' },
      { kind: 'url', difference: 'query' },
    ],
    [
      { url: 'https://Example.com/Shop/cart/?y=2', url_matching: 'exact' },
      { kind: 'url', difference: 'slash_and_query' },
    ],
    [{ text: 'buy NOW' }, { kind: 'text', difference: 'case', seen: 'Buy now' }],
    [{ text: ' Buy  now ' }, { kind: 'text', difference: 'space', seen: 'Buy now' }],
    [{ text: 'uy no' }, { kind: 'text', difference: 'longer', seen: 'Buy now' }],
    [
      { text: 'Buy now', tag_name: 'a' },
      { kind: 'relative', relation: 'parent', element: '<a>' },
    ],
    [
      { text: 'Buy', tag_name: 'form' },
      { kind: 'relative', relation: 'ancestor', element: '<form.checkout>' },
    ],
    [{ selector: 'form > button' }, { kind: 'combinator', selector: 'form button' }],
    [{ selector: 'video, form.checkout>button' }, { kind: 'combinator', selector: 'video, form.checkout button' }],
    [{ selector: 'button.missing' }, { kind: 'part', part: '.missing', selector: 'button' }],
    [{ selector: 'button:nth-child(7)' }, { kind: 'part', part: ':nth-child(7)', selector: 'button' }],
    [{ selector: 'form .missing' }, { kind: 'part', part: '.missing', selector: 'form *' }],
    [{ properties: { plan: 'Pr' } }, { kind: 'operator', operator: 'icontains' }],
    [{ properties: { plan: ' pro' } }, { kind: 'text', difference: 'space', seen: 'pro' }],
    [{ properties: { amount: { value: 5, operator: 'gt' } } }, { kind: 'operator', operator: 'gte' }],
    [{ properties: { Plan: 'pro' } }, { kind: 'key', key: 'plan' }],
    [{ properties: { tier: 'gold' } }, { kind: 'owner', of: 'person' }],
    [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }] }, { kind: 'owner', of: 'event' }],
  ];
  test.each(nearest)('of %j is %j', (step, miss) => {
    const missed = explainMatch(steps(step), buy).steps[0]?.conditions.filter(({ is_match }) => !is_match) ?? [];
    if (miss === null) expect(missed).toEqual([]);
    else expect(missed.map((condition) => condition.nearest)).toContainEqual(miss);
  });

  test.each([{ text: 'BUY N' }, { text: ' uy n' }, { url: '/Shop/ ' }, { properties: { plan: 'pr ' } }])(
    'of %j is not called longer: it is not contained either',
    (step) => {
      const [verdict] = explainMatch(steps(step), buy).steps;
      expect(verdict?.conditions).toMatchObject([{ is_match: false, nearest: null }]);
    },
  );

  test('of a URL is none where $current_url is no text', () => {
    const [verdict] = explainMatch(steps({ url: '/' }), subject('a', { $current_url: 42 })).steps;
    expect(verdict?.conditions).toMatchObject([{ is_match: false, seen: '42', seen_value: 42, nearest: null }]);
  });

  test('is null if nothing is near', () => {
    const verdict = explainMatch(
      steps({ event: 'x', text: 'zzz', selector: 'video', properties: { plan: 'zzz' } }),
      buy,
    );
    expect(verdict.steps[0]?.conditions.map((condition) => condition.nearest)).toEqual([null, null, null, null]);
  });

  test('says that only autocaptured events have elements', () => {
    const [condition] = explainMatch(steps({ selector: 'a' }), subject('x', {})).steps[0]?.conditions ?? [];
    expect(condition?.nearest).toEqual({ kind: 'no_elements' });
  });
});
