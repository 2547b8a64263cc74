import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isQuiet, maxOthers, othersBetween, outside, processTicks, readTicks, stolenTicks } from './quietness.ts';

test.each([
  [0, true],
  [maxOthers, true],
  [maxOthers + 0.01, false],
  [null, false],
])('a machine whose other processes use %s of a core is quiet: %s', (others, expected) => {
  expect(isQuiet(others)).toBe(expected);
});

test('other usage is the time taken by the host and by each other process', () => {
  const before = { at: 1000, stolen: 5, others: new Map([[7, 100]]) };
  const used = (...others: [number, number][]) =>
    othersBetween(before, { at: 3000, stolen: 5, others: new Map(others) });
  expect(used([7, 130], [8, 20])).toBe(0.25);
  expect(used()).toBe(0);
  // Another process that reuses a process id.
  expect(used([7, 3])).toBe(0);
  expect(othersBetween(before, { ...before, at: 2000, stolen: 15 })).toBe(0.1);
});

test('the time taken by the host comes from the line of all cores', () => {
  expect(stolenTicks('cpu  69456 41 15783 78177 1674 7 1718 816 5 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n')).toBe(816);
});

test('the time of a process includes its ended children', () => {
  const times = '10 20 300 4000';
  expect(processTicks(`17 (a) name) S 4 17 17 0 -1 4194560 5027 299881 0 1 ${times} 20 0 1 0\n`)).toEqual({
    pid: 17,
    parent: 4,
    used: 4330,
  });
  expect(processTicks(`1 (init) S 0 1 1 0 -1 4194560 5027 299881 0 1 ${times} 20 0 1 0\n`)?.used).toBe(30);
  expect(processTicks('')).toBeUndefined();
});

test('processes outside the measured trees count as other', () => {
  const processes = [
    { pid: 1, parent: 0, used: 1 },
    { pid: 2, parent: 0, used: 10 },
    { pid: 3, parent: 2, used: 100 },
    { pid: 4, parent: 1, used: 1000 },
    { pid: 5, parent: 4, used: 10_000 },
  ];
  expect(outside(processes, [4, 2])).toEqual(new Map([[1, 1]]));
});

test('the time of this process and its children does not count as other', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const ticks = readTicks();
  child.kill();
  await once(child, 'exit');
  if (ticks === null) return expect(process.platform).not.toBe('linux');
  expect([process.pid, child.pid].filter((pid) => ticks.others.has(pid ?? 0))).toEqual([]);
  expect(ticks.others.size).toBeGreaterThan(0);
});
