import { expect, test } from 'vitest';
import type { Expectation } from '#server/expectations/contract.ts';
import { newlyFailed, statusesOf } from './newly-failed.ts';

const of = (id: number, status: Expectation['status']) => ({ id, status }) as Expectation;

test.each([
  ['a first reading', null, [of(1, 'failed')], []],
  ['one that fails', [of(1, 'pending')], [of(1, 'failed')], [1]],
  ['one that was held', [of(1, 'passed')], [of(1, 'failed')], [1]],
  ['one that had failed', [of(1, 'failed')], [of(1, 'failed')], []],
  ['a new one', [], [of(1, 'failed'), of(2, 'pending')], [1]],
  ['one that holds again', [of(1, 'failed')], [of(1, 'passed')], []],
])('%s', (_, before, now, told) => {
  expect(newlyFailed(before && statusesOf(before), now).map(({ id }) => id)).toEqual(told);
});
