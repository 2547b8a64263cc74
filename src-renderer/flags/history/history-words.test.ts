import { expect, test } from 'vitest';
import type { FlagChange } from '#server/flags/contract.ts';
import { flagOf } from '#server/flags/flag-testing.ts';
import { fieldChanges, flagChangeWords, stateOf } from './history-words.ts';

const change = (rest: Partial<FlagChange>): FlagChange => ({
  id: 1,
  kind: 'updated',
  at: '2026-11-21T12:00:00.000Z',
  user: null,
  before: null,
  after: null,
  ...rest,
});
const on = flagOf({});
const everyone = { distinct_id: null, value: true };
const one = { distinct_id: 'user-1', value: 'test' };

test.each([
  [change({ kind: 'created', after: on }), 'Created', ['key: checkout', 'condition 1: everyone, 100%']],
  [change({ before: on, after: { ...on, active: false } }), 'Changed', ['turned off']],
  [change({ kind: 'deleted', before: on, after: { ...on, deleted: true } }), 'Deleted', []],
  [change({ kind: 'restored', before: { ...on, deleted: true }, after: on }), 'Restored', []],
  [change({ kind: 'override_set', after: everyone }), 'Override set for everyone', ['serves: on']],
  [
    change({ kind: 'override_set', before: { ...one, value: false }, after: one }),
    'Override set for user-1',
    ['serves: off → test'],
  ],
  [change({ kind: 'override_cleared', before: one }), 'Override cleared for user-1', ['serves: test → ']],
])('change %# is described', (entry, words, changes) => {
  expect(flagChangeWords(entry)).toBe(words);
  expect(
    fieldChanges(entry).map(({ what, before, after }) =>
      before === null ? (after === null ? what : `${what}: ${after}`) : `${what}: ${before} → ${after ?? ''}`,
    ),
  ).toEqual(changes);
});

test('an override is not a state that can be restored', () => {
  expect(stateOf(one)).toBeNull();
  expect(stateOf(null)).toBeNull();
  expect(stateOf(on)).toBe(on);
});
