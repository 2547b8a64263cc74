import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

export type Tally = { passed: number; failed: number; skipped: number };

/** The end of a step: its exit code (null if killed) and the path of its runner's report. */
export type Outcome = { code: number | null; report?: string };

/** Counts a check without tests as one test. */
function tallyCheck({ code }: Outcome): Tally {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** Counts a Vitest JSON report. */
function tallyVitest(outcome: Outcome): Tally {
  return honest(outcome, (report) => ({
    passed: numberAt(report, 'numPassedTests'),
    failed: numberAt(report, 'numFailedTests'),
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  }));
}

/** Counts a Playwright JSON report. */
function tallyPlaywright(outcome: Outcome): Tally {
  return honest(outcome, ({ stats }) => ({
    passed: numberAt(stats, 'expected'),
    failed: numberAt(stats, 'unexpected') + numberAt(stats, 'flaky'),
    skipped: numberAt(stats, 'skipped'),
  }));
}

/** Counts Playwright's report of a journey that may be impossible here: a successful run of nothing is one skip. */
function tallyOptional(outcome: Outcome): Tally {
  const ran = outcome.report !== undefined && existsSync(outcome.report);
  if (outcome.code === 0 && !ran) return { passed: 0, failed: 0, skipped: 1 };
  return tallyPlaywright(outcome);
}

/** The count of a step, by its runner. */
export const tallies = { check: tallyCheck, vitest: tallyVitest, playwright: tallyPlaywright, optional: tallyOptional };

export function sum(counted: Tally[]): Tally {
  return counted.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** Formats the last line of a run. */
export function totals({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Adds a failure for a runner that crashed, failed outside its tests, wrote no report or ran nothing. */
function honest({ code, report }: Outcome, count: (report: Record<string, unknown>) => Tally): Tally {
  const counted = count(report === undefined ? {} : readReport(report));
  const silent = counted.passed + counted.failed === 0 || (code !== 0 && counted.failed === 0);
  return silent ? { ...counted, failed: counted.failed + 1 } : counted;
}

type Suite = { suites?: Suite[]; specs?: { ok: boolean; title: string; file: string; tests: Run[] }[] };
type Run = { results: { error?: { message?: string } }[] };
type Report = Suite & { testResults?: TestFile[] };
type TestFile = { name: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] };

type Failure = { file: string; text: string };

/** Lists the failed tests of either runner's report, with their errors, for the end of a long run. */
export const failedTests = (report: string | undefined): string[] => failuresIn(report).map(({ text }) => text);

/** More failed files are no coincidence. */
const maxRunAgain = 4;

/** Lists the files with failed tests of either runner's report, to run again; none if something else failed too, or too many. */
export function failedFiles(report: string | undefined, { failed }: Tally): string[] {
  const failures = failuresIn(report);
  const files = new Set(failures.map(({ file }) => file));
  return failures.length < failed || files.size > maxRunAgain ? [] : [...files];
}

function failuresIn(report: string | undefined): Failure[] {
  const { testResults = [], suites = [] } = (report === undefined ? {} : readReport(report)) as Report;
  const ofVitest = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages[0])),
  );
  return [...ofVitest, ...suites.flatMap(failedSpecs)];
}

function failedSpecs({ suites = [], specs = [] }: Suite): Failure[] {
  const messageOf = (runs: Run[]) =>
    runs.flatMap(({ results }) => results.map(({ error }) => error?.message)).find(Boolean);
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title, tests }) => failure(file, title, messageOf(tests)));
  return [...failed, ...suites.flatMap(failedSpecs)];
}

/** Replaces the failures by those of the second run: only a test that fails twice has failed. */
export function withSecondRun(first: Tally, again: Tally): Tally {
  return { ...first, passed: first.passed + first.failed - again.failed, failed: again.failed };
}

const failure = (file: string, test: string, message = ''): Failure => ({
  file,
  text: `${basename(file)} › ${test}\n${message.split('\n').slice(0, 12).join('\n')}`,
});

function readReport(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function numberAt(holder: unknown, key: string): number {
  const value = (holder as Record<string, unknown> | undefined)?.[key];
  return typeof value === 'number' ? value : 0;
}
