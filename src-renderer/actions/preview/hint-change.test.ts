import { expect, test } from 'vitest';
import type { ConditionVerdict } from '#server/actions/preview/preview-contract.ts';
import type { StepDraft } from '../editor/action-form.ts';
import { propertyRow, stepDraft } from '../testing.ts';
import { changeOf } from './hint-change.ts';

const missed = (given: Partial<ConditionVerdict>): ConditionVerdict => ({
  field: 'event',
  wanted: '',
  seen: null,
  is_match: false,
  index: 0,
  nearest: null,
  ...given,
});

const rowIds = ({ properties }: StepDraft) => properties.map(({ id }) => id);

const url = 'https://a.b/cart?x=1';

test.each<[string, Partial<StepDraft>, Partial<ConditionVerdict>, string | null, Partial<StepDraft>]>([
  [
    'another way to match the URL',
    { texts: { url: '/cart' }, urlMatching: 'exact' },
    { field: 'url', seen: url, nearest: { kind: 'url_matching', matching: 'contains' } },
    'Match URL by contains',
    { texts: { url: '/cart' }, urlMatching: 'contains' },
  ],
  [
    'the URL that the event has',
    { texts: { url: '/checkout' } },
    { field: 'url', seen_value: url },
    `Use “${url}”`,
    { texts: { url }, urlMatching: 'exact' },
  ],
  [
    'the text that the element has',
    { texts: { text: 'buy' } },
    { field: 'text', nearest: { kind: 'text', difference: 'case', seen: 'Buy' } },
    'Use “Buy”',
    { texts: { text: 'Buy' } },
  ],
  ['nothing to take', { texts: { text: 'buy' } }, { field: 'text' }, null, {}],
  [
    'a selector without the part in the way',
    { texts: { selector: 'div.x > a.cta' } },
    { field: 'selector', seen: '<div> > <a.cta>', nearest: { kind: 'part', part: '.x', selector: 'div > a.cta' } },
    'Remove .x',
    { texts: { selector: 'div > a.cta' } },
  ],
  [
    'a selector with elements in between',
    { texts: { selector: 'div>a' } },
    { field: 'selector', nearest: { kind: 'combinator', selector: 'div a' } },
    'Allow elements in between',
    { texts: { selector: 'div a' } },
  ],
  ['no selector of what the event has', { texts: { selector: 'p' } }, { field: 'selector', seen: '<div>' }, null, {}],
  [
    'another operator',
    { properties: [propertyRow()] },
    { field: 'properties.plan', seen_value: 'pro plus', nearest: { kind: 'operator', operator: 'icontains' } },
    'Use “contains”',
    { properties: [propertyRow({ operator: 'icontains', value: 'pro' })] },
  ],
  [
    'another key',
    { properties: [propertyRow({ key: 'Plan' })] },
    { field: 'properties.Plan', nearest: { kind: 'key', key: 'plan' } },
    'Use plan',
    { properties: [propertyRow({ key: 'plan' })] },
  ],
  [
    'whose property it is',
    { properties: [propertyRow()] },
    {
      field: 'properties.plan',
      nearest: { kind: 'owner', of: 'person' },
    },
    'Use the property of the person',
    { properties: [propertyRow({ of: 'person' })] },
  ],
  [
    'the value that the event has',
    { properties: [propertyRow()] },
    { field: 'properties.plan', seen_value: 7 },
    'Use 7',
    { properties: [propertyRow({ value: [7] })] },
  ],
  [
    'no value that came cut',
    { properties: [propertyRow()] },
    { field: 'properties.plan', seen: `"${'a'.repeat(1998)}…` },
    null,
    {},
  ],
  [
    'no text that came cut',
    { texts: { url: '/checkout' } },
    { field: 'url', seen: `https://a.b/${'a'.repeat(1987)}…` },
    null,
    {},
  ],
  [
    'null, which no list of values has',
    { properties: [propertyRow({ id: '1', value: ['a'] })] },
    { field: 'properties.plan', seen: 'null', seen_value: null },
    null,
    {},
  ],
  [
    'the one of two rows that the verdict names',
    { properties: [propertyRow({ id: '1', value: ['a'] }), propertyRow({ id: '2', value: ['b'] })] },
    { field: 'properties.plan', index: 1, seen_value: 'c' },
    'Use “c”',
    { properties: [propertyRow({ id: '1', value: ['a'] }), propertyRow({ id: '2', value: ['c'] })] },
  ],
])('%s', (_what, step, condition, label, change) => {
  const draft = stepDraft(step);
  const found = changeOf(draft, rowIds(draft), missed(condition));
  expect(found?.label ?? null).toBe(label);
  if (found !== null) expect(found.step).toEqual({ ...draft, ...change });
});

test('a condition that matches needs no change', () => {
  const draft = stepDraft({ texts: { event: 'a' } });
  expect(changeOf(draft, [], missed({ is_match: true, seen: 'a', seen_value: 'a' }))).toBeNull();
});

test('a row that was deleted or moved since the verdict is not changed in place of another', () => {
  const [first, second] = [propertyRow({ id: '1' }), propertyRow({ id: '2', value: ['b'] })];
  const verdict = missed({ field: 'properties.plan', index: 1, seen_value: 'c' });
  expect(changeOf(stepDraft({ properties: [first] }), ['1', '2'], verdict)).toBeNull();
  const moved = changeOf(stepDraft({ properties: [second, first] }), ['1', '2'], verdict);
  expect(moved?.step.properties).toEqual([{ ...second, value: ['c'] }, first]);
});
