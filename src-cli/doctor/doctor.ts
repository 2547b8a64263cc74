import { setTimeout as pause } from 'node:timers/promises';
import { exitCodes } from '../failure.ts';
import { print, printJson } from '../output/print.ts';
import { shown, styled } from '../output/shown.ts';
import { accessOf, type ServerOptions } from '../server.ts';
import { type CheckName, checkLabels, type Finding } from './finding.ts';
import { dataFolder, node } from './machine-checks.ts';
import { sdkFindings } from './sdk-checks.ts';
import { databaseFindings, keyFindings, projectFindings, serverFinding } from './server-checks.ts';

type Options = ServerOptions & { wait?: number };

/** Milliseconds between two tries. */
const intervalMs = 250;

/** Prints each finding as it comes, with `json` all as a list. Sets the exit code. */
export async function doctor(options: Options): Promise<void> {
  const findings: Finding[] = [];
  for await (const finding of diagnosis(options)) {
    findings.push(finding);
    if (!options.json) print(linesOf(finding));
  }
  if (options.json) printJson(findings);
  const isWrong = findings.some(({ state }) => state === 'failed');
  process.exitCode = isWrong ? exitCodes.failed : exitCodes.passed;
}

/** Checks one after the other; skips checks that depend on a failed one. */
async function* diagnosis({ wait = 0, ...options }: Options): AsyncGenerator<Finding> {
  yield node();
  yield* dataFolder(options.dataDir);
  const checks: [CheckName, () => Promise<Finding[]>][] = [
    ['server', async () => [await startedServer(options, wait)]],
    ['key', () => keyFindings(options)],
    ['project', () => projectFindings(options)],
    ['database', () => databaseFindings(options)],
    ['sdk', () => sdkFindings(options)],
  ];
  let broken: CheckName | null = null;
  for (const [check, find] of checks) {
    const found = broken === null ? await find() : [skipped(check, broken)];
    yield* found;
    // A damaged database still answers.
    if (check !== 'database' && found.some(({ state }) => state === 'failed')) broken ??= check;
  }
}

/** Waits until a server answers, at most this many seconds. Its data folder has its address only then. */
async function startedServer(options: ServerOptions, seconds: number): Promise<Finding> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const finding = await serverFinding(accessOf(options).url);
    if (finding.state === 'ok' || performance.now() >= end) return finding;
    await pause(intervalMs);
  }
}

const skipped = (check: CheckName, broken: CheckName): Finding => ({
  check,
  state: 'skipped',
  fix: null,
  detail: `not checked: ${checkLabels[broken].toLowerCase()} first`,
});

const marks = {
  ok: () => styled('green', '✓'),
  warning: () => styled('yellow', '!'),
  failed: () => styled('red', '✗'),
  skipped: () => styled('dim', '–'),
} as const satisfies Record<Finding['state'], () => string>;

const labelWidth = Math.max(...Object.values(checkLabels).map(({ length }) => length));

function linesOf({ check, state, detail, fix }: Finding): string {
  const line = `${marks[state]()} ${checkLabels[check].padEnd(labelWidth)}  ${shown(detail)}`;
  return fix === null ? line : `${line}\n  ${' '.repeat(labelWidth)}  → ${shown(fix)}`;
}
