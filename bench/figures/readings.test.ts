import { expect, test } from 'vitest';
import { machineFacts, readMachine } from '../machine.ts';
import { type Reading, readingsOf, type Sample, verdictOf } from './readings.ts';

const sample = (value: number, peer: number | null = null, others: number | null = 0): Sample => ({
  figure: 'decides',
  variant: 'wrk',
  value,
  peer,
  others,
});

test('a reading has the spread of its rounds, and a ratio computed by round', () => {
  const [reading] = readingsOf([sample(10, 10), sample(30, 20), sample(20, 10)], 0);
  expect(reading).toEqual({
    figure: 'decides',
    variant: 'wrk',
    rounds: 3,
    others: 0,
    value: { median: 20, min: 10, max: 30 },
    peer: { median: 10, min: 10, max: 20 },
    ratio: { median: 1.5, min: 1, max: 2 },
  });
});

test('each variant has a reading of its own', () => {
  const other = { ...sample(7), variant: 'our client' };
  expect(readingsOf([sample(1), other, sample(2)], 0).map(({ variant, rounds }) => [variant, rounds])).toEqual([
    ['wrk', 2],
    ['our client', 1],
  ]);
});

test.each([
  [0.2, [0, 0.1], 0.2],
  [0, [0, 0.3], 0.3],
  [null, [0, 0.3], null],
  [0, [null, 0.3], null],
])('when other processes used %s before and %j during the rounds, a reading says %s', (before, during, expected) => {
  const samples = during.map((others) => sample(1, null, others));
  expect(readingsOf(samples, before)[0]?.others).toBe(expected);
});

const spread = (median: number) => ({ median, min: median, max: median });
const measured = (given: Partial<Reading>): Reading => ({
  figure: 'decides',
  variant: '',
  value: spread(10),
  peer: spread(5),
  ratio: spread(2),
  rounds: 5,
  others: 0,
  ...given,
});

test.each([
  ['met', {}, { of: 'ratio', is: '≥', limit: 2 }],
  ['missed', {}, { of: 'ratio', is: '≥', limit: 2.1 }],
  ['met', {}, { of: 'value', is: '≤', limit: 10 }],
  ['missed', {}, { of: 'value', is: '<', limit: 10 }],
  ['none', {}, undefined],
  ['none', { ratio: null }, { of: 'ratio', is: '≥', limit: 2 }],
  ['few', { rounds: 4 }, { of: 'ratio', is: '≥', limit: 2 }],
  ['busy', { others: 0.5 }, { of: 'ratio', is: '≥', limit: 2 }],
  ['busy', { others: null }, undefined],
] as const)('%s: a reading with %j and the aim %j', (expected, given, aim) => {
  expect(verdictOf(measured(given), { ...(aim && { aim }), unit: 'ms' })).toBe(expected);
});

test('a size is valid on a busy machine too', () => {
  expect(verdictOf(measured({ others: 2 }), { aim: { of: 'value', is: '≤', limit: 10 }, unit: 'B' })).toBe('met');
});

test('the facts of this machine are known', () => {
  expect(machineFacts.parse(readMachine())).toMatchObject({ node: process.versions.node });
});
