import type { Check } from '#server/expectations/contract.ts';
import { ApiFailure } from '../../src-renderer/api/errors.ts';
import { exitCodes, Failure } from '../failure.ts';
import { readText } from '../files.ts';
import { print, printJson } from '../output/print.ts';
import { onServer, type Server, type ServerOptions } from '../server.ts';
import { testRunEnv } from '../test-run/option.ts';
import { decidedWithin } from './decide.ts';
import { junitOf, junitOfFailure, writeJunit } from './junit.ts';
import { type Checked, checkReport } from './report.ts';
import { type FileRule, readRules } from './rules.ts';

type Options = ServerOptions & { file?: string[]; testRun?: string; timeout?: number; junit?: string };

/** Checks a test run and prints the results. Sets the exit code; throws Failure if nothing could be checked. */
export async function expect(options: Options): Promise<void> {
  const { testRun, junit } = options;
  try {
    if (testRun === undefined) throw new Failure(`Name the test run to check: --test-run, or ${testRunEnv}.`);
    const checked = await check(options, testRun);
    if (options.json) printJson(checked);
    else print(checkReport(checked));
    if (junit !== undefined) writeJunit(junit, junitOf(checked));
    process.exitCode = checked.status === 'passed' ? exitCodes.passed : exitCodes.failed;
  } catch (error) {
    // A report of an earlier run would pass for this one.
    if (junit !== undefined && error instanceof Failure) writeJunit(junit, junitOfFailure(error, testRun ?? ''));
    throw error;
  }
}

async function check(options: Options, testRun: string): Promise<Checked> {
  const files = options.file?.map((file) => readRules(file === '-' ? 'stdin' : file, readText(file)));
  const problems = files?.flatMap((file) => file.problems) ?? [];
  if (problems.length > 0) throw badRules(problems);
  const rules = files?.flatMap((file) => file.rules) ?? null;
  const timeout = options.timeout ?? Math.max(0, ...(files ?? []).map((file) => file.timeout ?? 0));
  const startedAt = performance.now();
  const { status, results } = await onServer(options, (server) => answerOf(server, testRun, rules, timeout));
  return {
    test_run: testRun,
    status,
    seconds: (performance.now() - startedAt) / 1000,
    results: results.map((result, index) => {
      const { file = null, line = null } = rules?.[index] ?? {};
      return { file, line, ...result };
    }),
  };
}

/** Returns the server's answer; throws Failure with the places in the files that the server refuses. */
async function answerOf(server: Server, testRun: string, rules: FileRule[] | null, seconds: number): Promise<Check> {
  try {
    return await decidedWithin(server, testRun, rules?.map(({ sent }) => sent) ?? null, seconds);
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'no_expectations') {
      throw new Failure(`The server keeps no expectations for the test run ${testRun}.`, {
        fix: 'Give rules with --file.',
      });
    }
    const attr = error instanceof ApiFailure ? error.attr : undefined;
    const [, index, field = ''] = /^expectations__(\d+)(?:__(.*))?$/s.exec(attr ?? '') ?? [];
    const rule = rules?.[Number(index)];
    throw error instanceof ApiFailure && rule !== undefined
      ? badRules([rule.source.refused(Number(index), field, error.detail)])
      : error;
  }
}

function badRules(found: Failure['problems']): Failure {
  const files = [...new Set(found.map(({ file }) => file))];
  const problems = found.toSorted(
    (one, other) =>
      files.indexOf(one.file) - files.indexOf(other.file) || one.line - other.line || one.column - other.column,
  );
  const count = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`;
  return new Failure(`Nothing was checked, because of ${count} in ${files.join(', ')}.`, { problems });
}
