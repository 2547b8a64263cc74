import { expect, test } from 'vitest';
import { type PaletteGroup, rankPalette } from './rank.ts';

const group = (name: string, labels: string[], isFound = false): PaletteGroup => ({
  name,
  isFound,
  entries: labels.map((label) => ({ id: `${name} ${label}`, label, run: () => {} })),
});
const bestOf = (query: string, ...groups: PaletteGroup[]) => rankPalette(query, groups)[0]?.entries[0]?.label;

const commands = group('Commands', ['Use dark theme', 'New flag']);
const pages = group('Pages', ['Live', 'Feature flags']);

test.each([
  ['dark', group('Flags', ['darkroom', 'dark-mode'], true), 'darkroom'],
  ['dark-mode', group('Flags', ['dark-mode-2', 'dark-mode'], true), 'dark-mode'],
  ['DARK', group('Flags', ['dark-mode'], true), 'dark-mode'],
  ['dark', group('Flags', ['my-dark'], true), 'my-dark'],
  ['dark', group('Flags', ['bedarken'], true), 'Use dark theme'],
  ['dark theme', group('Flags', ['dark-mode'], false), 'Use dark theme'],
  ['new flag', group('Flags', ['new-flag'], false), 'New flag'],
  ['live', group('Flags', ['live-chat'], true), 'Live'],
  ['ada', group('Persons', ['u-7'], true), 'u-7'],
])('for %s the best match is the one named most like it, an object before a command', (query, objects, best) => {
  expect(bestOf(query, objects, pages, commands)).toBe(best);
});

test('results of the previous search stay only where they match the new one', () => {
  expect(rankPalette('dark', [group('Flags', ['checkout'], false)])).toEqual([]);
});

test('an empty query shows the groups as they are, without empty ones', () => {
  expect(rankPalette(' ', [group('Flags', []), pages, commands]).map(({ name }) => name)).toEqual([
    'Pages',
    'Commands',
  ]);
});
