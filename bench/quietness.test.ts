import { expect, test } from 'vitest';
import { isQuiet, machineTicks, maxOthers, othersBetween, processTicks, readTicks, treeTicks } from './quietness.ts';

test.each([
  [0, true],
  [maxOthers, true],
  [maxOthers + 0.01, false],
  [null, false],
])('a machine of which others use %s of a core is quiet: %s', (others, expected) => {
  expect(isQuiet(others)).toBe(expected);
});

test('others used what the machine used without the processes of the bench', () => {
  const before = { at: 1000, all: 500, ours: 100 };
  expect(othersBetween(before, { at: 3000, all: 700, ours: 250 })).toBe(0.25);
  // A process that ends between two files is counted in neither.
  expect(othersBetween(before, { at: 3000, all: 500, ours: 110 })).toBe(0);
});

test('the machine used user, nice and system time, and what the host took', () => {
  expect(machineTicks('cpu  69456 41 15783 78177 1674 7 1718 816 5 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n')).toBe(
    69456 + 41 + 15783 + 816,
  );
});

test('a process used its own time and that of its children that ended', () => {
  const times = '10 20 300 4000';
  expect(processTicks(`17 (a) name) S 4 17 17 0 -1 4194560 5027 299881 0 1 ${times} 20 0 1 0\n`)).toEqual({
    pid: 17,
    parent: 4,
    used: 4330,
  });
  expect(processTicks('')).toBeUndefined();
});

test('a tree of processes has all below its roots', () => {
  const processes = [
    { pid: 1, parent: 0, used: 1 },
    { pid: 2, parent: 0, used: 10 },
    { pid: 3, parent: 2, used: 100 },
    { pid: 4, parent: 1, used: 1000 },
    { pid: 5, parent: 4, used: 10_000 },
  ];
  expect(treeTicks(processes, [4, 2])).toBe(11_110);
});

test('the time of this process counts as ours', () => {
  const before = readTicks();
  const end = performance.now() + 200;
  while (performance.now() < end);
  const after = readTicks();
  if (before === null || after === null) return expect(process.platform).not.toBe('linux');
  expect(after.ours - before.ours).toBeGreaterThan(0);
  expect(after.all - before.all).toBeGreaterThanOrEqual(after.ours - before.ours - 1);
});
