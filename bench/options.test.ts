import { expect, test } from 'vitest';
import { figureNames, figures } from './figures/figures.ts';
import { parseOptions } from './options.ts';

test('without arguments everything is measured in five rounds and written', () => {
  const { names, scale, isWriting } = parseOptions([]);
  const others = figureNames.filter((name) => figures[name].part !== 'archive');
  expect([names, scale.rounds, isWriting]).toEqual([others, 5, true]);
  expect(parseOptions(['--clickhouse']).names).toEqual(figureNames.filter((name) => !others.includes(name)));
  expect(scale.sizes).toEqual([100_000, 1_000_000, 5_000_000]);
});

test('--quick measures less and writes nothing unless asked', () => {
  const { names, scale, isWriting } = parseOptions(['--quick']);
  expect(names.length).toBeLessThan(figureNames.length);
  expect([scale.rounds, isWriting]).toEqual([3, false]);
  expect(parseOptions(['--quick', '--write']).isWriting).toBe(true);
});

test('figures, sizes, rounds and seconds are chosen by hand', () => {
  const args = [
    '--only',
    'counts',
    'diff',
    '--events',
    '10000000',
    '1e6',
    '--rounds',
    '1',
    '--seconds',
    '0.5',
    '--no-write',
  ];
  const { names, scale, isWriting } = parseOptions(args);
  expect([names, isWriting]).toEqual([['counts', 'diff'], false]);
  expect(scale).toMatchObject({ sizes: [1_000_000, 10_000_000], rounds: 1, seconds: 0.5 });
});
