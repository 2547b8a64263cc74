import { expect, test } from 'vitest';
import { suggest } from './filter-suggestions.ts';

const seen = {
  testRuns: ['checkout-124', 'signup'],
  events: ['signed up', '$pageview'],
  properties: ['plan', 'plan_id', '$current_url', 'my key'],
};
const inserts = (typed: string) => suggest(typed, seen).map(({ insert }) => insert);

test('an empty field offers the fields', () => {
  expect(inserts('')).toContain('event:');
  expect(suggest('', seen).every(({ complete }) => !complete)).toBe(true);
});

test('a word offers names, keys and the whole-payload search', () => {
  expect(inserts('sign')).toEqual(['event:"signed up"', 'sign']);
  expect(inserts('pla')).toEqual(['plan=', 'plan_id=', 'pla']);
  expect(inserts('my')).toEqual(['"my key"=', 'my']);
});

test('a key typed in full offers its operators', () => {
  expect(inserts('plan')).toEqual(
    expect.arrayContaining(['plan=', 'plan!=', 'plan~', 'has:plan', '!has:plan', 'plan_id=']),
  );
});

test('fields offer their values', () => {
  expect(inserts('event:page')).toEqual(['event:$pageview']);
  expect(inserts('status:d')).toEqual(expect.arrayContaining(['status:dropped']));
  expect(inserts('reason:no_dist')).toEqual(['reason:no_distinct_id']);
  expect(inserts('test_run:')).toEqual(['test_run:checkout-124', 'test_run:signup', 'test_run:(none)']);
  expect(inserts('test_run:sign')).toEqual(['test_run:signup']);
  expect(inserts('test_run:to-come')).toEqual(['test_run:to-come']);
  expect(inserts('test_run:a/b')).toEqual([]);
  expect(inserts('since:')).toContain('since:15m');
  expect(inserts('plan=pro')).toEqual(['plan=pro']);
  expect(inserts('plan=')).toEqual([]);
});
