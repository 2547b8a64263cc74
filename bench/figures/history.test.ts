import { expect, test } from 'vitest';
import { z } from 'zod';
import { readMachine } from '../machine.ts';
import { maxReadings, runsJson, withRun } from './history.ts';
import { type Run, readingsOf, runOfBench } from './readings.ts';
import { report } from './report.ts';

const machine = { ...readMachine(), cpu: 'A processor' };

function runAt(day: number, value: number, given: Partial<Run> = {}): Run {
  const samples = Array.from({ length: 5 }, () => {
    return { figure: 'decides', variant: 'wrk', value, peer: 10, others: 0 } as const;
  });
  const at = new Date(Date.UTC(2026, 10, day)).toISOString();
  return { at, command: 'npm run bench', machine, readings: readingsOf(samples, 0), gaps: [], ...given };
}

const days = Array.from({ length: maxReadings + 3 }, (_, index) => runAt(index + 1, index + 1));
const history = days.reduce<Run[]>((runs, run) => withRun(run, runs), []);

test('the newest readings of each figure are kept, newest first', () => {
  expect(history.map(({ readings }) => readings[0]?.value.median)).toEqual([9, 8, 7, 6, 5, 4]);
});

test('an old reading of a figure is kept', () => {
  const old = runAt(1, 1, { readings: runAt(1, 1).readings.map((reading) => ({ ...reading, figure: 'diff' })) });
  const runs = days.reduce<Run[]>((before, run) => withRun(run, before), [old]);
  expect(runs.at(-1)?.readings[0]?.figure).toBe('diff');
});

test('runs are the same after a round trip through JSON', () => {
  expect(z.array(runOfBench).parse(JSON.parse(runsJson(history)))).toEqual(history);
  expect(runsJson([])).toBe('[]\n');
});

const lineOf = (text: string, start: string) => text.split('\n').find((line) => line.startsWith(start));

test('the report has the newest reading with its aim, and earlier ones', () => {
  const text = report(history);
  expect(lineOf(text, '| `/decide/`')).toBe(
    '| `/decide/`, 64 connections | wrk | 9 req/s | 10 req/s | 0.9 | ratio ≥ 0.9 ✓ | 0.00 | 2026-11-09 |',
  );
  expect(lineOf(text, '| `decides`')).toBe(
    '| `decides` | wrk | 11-09: 0.9, 11-08: 0.8, 11-07: 0.7, 11-06: 0.6, 11-05: 0.5, 11-04: 0.4 |',
  );
  expect(text).toContain('2026-11-09 00:00, `npm run bench`: ');
});

test('a figure from a busy machine is marked, and meets no aim', () => {
  const [reading] = runAt(1, 100).readings;
  const busy = runAt(10, 100, { readings: reading ? [{ ...reading, others: 1.5 }] : [] });
  const text = report(withRun(busy, history));
  expect(lineOf(text, '| `/decide/`')).toContain('| ratio ≥ 0.9 **busy** | 1.50 |');
  expect(lineOf(text, '| `decides`')).toContain('| 11-10: (10), 11-09: 0.9,');
});

test('a figure that cannot be measured says why, until it is measured', () => {
  const gaps = [{ figure: 'decides', variant: 'wrk', why: 'wrk is not installed' }];
  const missing = runAt(10, 1, { readings: [], gaps });
  expect(lineOf(report([missing]), '| `/decide/`')).toContain('| wrk | wrk is not installed |');
  expect(lineOf(report(withRun(missing, history)), '| `/decide/`')).toContain('| 9 req/s |');
  expect(lineOf(report([]), '| `/decide/`')).toContain('| not measured yet |');
});
