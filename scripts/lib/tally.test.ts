import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failedFiles, failedTests, sum, tallies, totals, withSecondRun } from './tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'benchtop-tally-'));

function report(content: unknown): string {
  const path = join(folder, `${Math.random()}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('the tests of both runners are counted', () => {
  const vitest = report({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 });
  expect(tallies.vitest({ code: 1, report: vitest })).toEqual({ passed: 7, failed: 1, skipped: 3 });
  const playwright = report({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } });
  expect(tallies.playwright({ code: 1, report: playwright })).toEqual({ passed: 4, failed: 2, skipped: 2 });
});

test('a runner that ran nothing has failed', () => {
  expect(tallies.vitest({ code: 0, report: report({ numPassedTests: 0 }) }).failed).toBe(1);
  expect(tallies.playwright({ code: 0, report: join(folder, 'none.json') }).failed).toBe(1);
});

test('a crashed or killed runner has failed, whatever it counted', () => {
  const passed = report({ numPassedTests: 7, numFailedTests: 0 });
  expect(tallies.vitest({ code: 1, report: passed })).toEqual({ passed: 7, failed: 1, skipped: 0 });
  expect(tallies.vitest({ code: null, report: report('{"numPassed') })).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('an impossible journey counts as skipped, a crashed one as failed', () => {
  expect(tallies.optional({ code: 0, report: join(folder, 'none.json') })).toEqual({
    passed: 0,
    failed: 0,
    skipped: 1,
  });
  expect(tallies.optional({ code: 1, report: join(folder, 'none.json') }).failed).toBe(1);
});

test('the totals name skipped tests only when there are any', () => {
  const checks = [tallies.check({ code: 0 }), tallies.check({ code: 2 })];
  expect(totals(sum(checks))).toBe('1 passed, 1 failed');
  expect(totals({ passed: 3, failed: 0, skipped: 1 })).toBe('3 passed, 0 failed, 1 skipped');
});

test('failed tests are named, with the first lines of the error', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'stands', failureMessages: [] },
    { status: 'failed', fullName: 'falls', failureMessages: ['expected 1 to be 2\n  at a.test.ts'] },
  ];
  const vitest = report({ testResults: [{ name: '/project/src/a.test.ts', assertionResults }] });
  expect(failedTests(vitest)).toEqual(['a.test.ts › falls\nexpected 1 to be 2\n  at a.test.ts']);
  const spec = (ok: boolean, title: string) => ({
    ok,
    title,
    file: 'b.spec.ts',
    tests: [{ results: [{ error: { message: 'no such row' } }] }],
  });
  const playwright = report({
    suites: [{ specs: [spec(true, 'opens')], suites: [{ specs: [spec(false, 'closes')] }] }],
  });
  expect(failedTests(playwright)).toEqual(['b.spec.ts › closes\nno such row']);
});

test('a check without a report names no tests', () => {
  expect(failedTests(undefined)).toEqual([]);
  expect(failedTests(join(folder, 'none.json'))).toEqual([]);
});

test('files of failed tests run again, and only a test that fails twice has failed', () => {
  const file = (name: string, status: string) => ({
    name: `/project/${name}`,
    assertionResults: [{ status, fullName: 'a test', failureMessages: [] }],
  });
  const vitest = report({ testResults: [file('a.test.ts', 'passed'), file('b.test.ts', 'failed')] });
  const first = { passed: 9, failed: 1, skipped: 2 };
  expect(failedFiles(vitest, first)).toEqual(['/project/b.test.ts']);
  expect(withSecondRun(first, { passed: 4, failed: 0, skipped: 0 })).toEqual({ passed: 10, failed: 0, skipped: 2 });
  expect(withSecondRun(first, { passed: 3, failed: 1, skipped: 0 })).toEqual(first);
  const spec = { ok: false, title: 'closes', file: 'c.spec.ts', tests: [] };
  expect(failedFiles(report({ suites: [{ suites: [{ specs: [spec, spec] }] }] }), { ...first, failed: 2 })).toEqual([
    'c.spec.ts',
  ]);
});

test('many failed files are not a coincidence, and do not run again', () => {
  const failed = (index: number) => ({
    name: `/project/${index}.test.ts`,
    assertionResults: [{ status: 'failed', fullName: 'a test', failureMessages: [] }],
  });
  const testResults = [1, 2, 3, 4, 5].map(failed);
  expect(failedFiles(report({ testResults }), { passed: 0, failed: 5, skipped: 0 })).toEqual([]);
});

test('a failure outside the tests is not run again', () => {
  const crashed = report({ testResults: [] });
  expect(failedFiles(crashed, { passed: 0, failed: 1, skipped: 0 })).toEqual([]);
});
