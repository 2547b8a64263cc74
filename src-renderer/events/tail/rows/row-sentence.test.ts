import { expect, test } from 'vitest';
import { malformedDetail, placeWords } from '#server/http/malformed-contract.ts';
import { rowSentence } from './row-sentence.ts';

const accepted = { status: 'accepted', reason: null, detail: null, key_prefix: 'phc_ours…' } as const;

test.each([
  [
    '$autocapture',
    { $event_type: 'click', $elements: [{ tag_name: 'button', $el_text: 'Buy now' }] },
    "Clicked button 'Buy now'",
  ],
  [
    '$autocapture',
    { $elements_chain: 'a.nav:attr__href="/a;b"nth-child="1"text="Pricing";div:text="x"' },
    "Clicked link 'Pricing'",
  ],
  [
    '$autocapture',
    { $event_type: 'submit', $elements: [{ tag_name: 'form', attr__id: 'signup' }] },
    "Submitted form 'signup'",
  ],
  ['$autocapture', { $event_type: 'change', $elements_chain: 'input:attr__name="email"' }, "Changed field 'email'"],
  ['$autocapture', { $event_type: 'copy' }, 'copy'],
  ['$rageclick', { $el_text: 'Save', $elements_chain: 'button:text="Save"' }, "Clicked repeatedly button 'Save'"],
  [
    '$feature_flag_called',
    { $feature_flag: 'shorter-checkout', $feature_flag_response: 'test' },
    'shorter-checkout → test',
  ],
  ['$feature_flag_called', { $feature_flag: 'dark', $feature_flag_response: false }, 'dark → false'],
  ['$feature_flag_called', { $feature_flag: 'gone' }, 'gone → no value'],
  ['$pageview', { $current_url: 'https://shop.example/pricing?a=1', $pathname: '/pricing' }, '/pricing'],
  ['$screen', { $screen_name: 'Cart' }, 'Cart'],
  ['$identify', { $anon_distinct_id: 'anon-1', $set: { plan: 'pro' } }, 'was anon-1  plan="pro"'],
  ['$create_alias', { alias: 'ada@x' }, 'alias="ada@x"'],
  ['$groupidentify', { $group_type: 'company', $group_key: 'acme' }, 'company acme'],
  ['$exception', { $exception_list: [{ type: 'TypeError', value: 'x is null' }] }, 'TypeError: x is null'],
  ['order', { $lib: 'web', total: 5, plan: '5', note: ' a\n', token: 'phc_x' }, 'total=5  plan="5"  note=" a\\n"'],
  [
    'order',
    { items: [1, 2], cart: { a: 1 }, gone: null, empty: '', ok: true },
    'items=[2]  cart={…}  gone=null  empty=""  ok=true',
  ],
  ['order', {}, ''],
])('%s with %j is told as "%s"', (event, properties, sentence) => {
  expect(rowSentence({ ...accepted, event, properties })).toBe(sentence);
});

test.each([
  ['invalid_api_key', 'Project API key invalid: "phc_wron…" is unknown.', 'phc_wron…', 'wrong key phc_wron…'],
  ['invalid_payload', malformedDetail(`Unexpected token ${placeWords(68, 1, 69)}`), null, 'Bad JSON at character 69'],
  ['invalid_payload', malformedDetail('"batch" must be an array'), null, '"batch" must be an array.'],
  ['no_data', 'No data found: the body is empty.', null, 'No data found: the body is empty.'],
  [
    'invalid_payload',
    malformedDetail('the compression must be gzip; got "at position 5"'),
    null,
    'the compression must be gzip; got "at position 5".',
  ],
] as const)('a request rejected as %s with %s is told', (reason, detail, key_prefix, sentence) => {
  expect(rowSentence({ status: 'rejected', event: null, properties: {}, reason, detail, key_prefix })).toBe(sentence);
});

test('a sentence and its values are short', () => {
  const properties = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key ${index}`, 'x'.repeat(1000)]));
  expect(rowSentence({ ...accepted, event: 'big', properties }).length).toBeLessThanOrEqual(160);
});
