import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedFiles, failedTests, type Outcome, type Tally, withSecondRun } from './tally.ts';

type Tests = {
  /** Returns the arguments of the runner, without the selection of tests; its report goes to this file. */
  args: (report: string) => string[];
  selection: readonly string[];
  env: NodeJS.ProcessEnv;
  minutes: number;
  tally: (outcome: Outcome) => Tally;
};

/** `failures`: of the last run, with their errors. */
type Ran = { tally: Tally; failures: string[] };

/**
 * Runs tests to their end, then a few files with failed tests again, alone; prints the failures, also of tests that passed then.
 */
export function runTests(tests: Tests): Ran {
  const first = runOnce(tests);
  if (first.files.length === 0) return first;
  console.log(`\nThe files of these run again, alone: what passes then failed beside the others.\n`);
  const again = runOnce({ ...tests, selection: first.files });
  return { ...again, tally: withSecondRun(first.tally, again.tally) };
}

function runOnce({ args, selection, env, minutes, tally }: Tests): Ran & { files: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-report-'));
  const report = join(folder, 'report.json');
  const { status } = spawnSync(process.execPath, [...args(report), ...selection], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
    timeout: minutes * 60_000,
    killSignal: 'SIGKILL',
  });
  const counted = tally({ code: status, report });
  const failures = failedTests(report);
  if (counted.failed > 0) console.log(['\nFailed:', '', ...failures].join('\n'));
  const files = failedFiles(report, counted);
  rmSync(folder, { recursive: true });
  return { tally: counted, failures, files };
}
