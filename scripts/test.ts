import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallBrowser, howToInstall } from './lib/browser.ts';
import {
  failedTests,
  type Outcome,
  sum,
  type Tally,
  tallyCheck,
  tallyOptional,
  tallyPlaywright,
  tallyVitest,
  totals,
} from './lib/tally.ts';
import { tool } from './lib/tool.ts';

/** `npm test`: every check and every test, in order, also after a failure; the totals stand alone on the last line. */
type Step = {
  name: string;
  args: string[];
  minutes: number;
  env?: Record<string, string>;
  report?: string;
  tally: (outcome: Outcome) => Tally;
};

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
let running: ChildProcess | undefined;

function steps(): Step[] {
  const unit = join(reports, 'unit.json');
  const unitArgs = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`];
  return [
    check('format and lint', tool('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'),
    check('types', tool('typescript', 'tsc'), '--noEmit'),
    check('unused code', tool('knip', 'knip')),
    check('build', join(root, 'scripts/build.ts')),
    {
      name: 'unit, HTTP and SDK tests',
      args: [tool('vitest', 'vitest'), ...unitArgs],
      minutes: 20,
      report: unit,
      tally: tallyVitest,
    },
    browserStep(
      'browser tests',
      [tool('@playwright/test', 'playwright'), 'test', '--reporter=list,json'],
      tallyPlaywright,
    ),
    browserStep('desktop journey', [join(root, 'scripts/e2e-desktop.ts')], tallyOptional),
  ];
}

function check(name: string, ...args: string[]): Step {
  return { name, args, minutes: 3, tally: tallyCheck };
}

function browserStep(name: string, args: string[], tally: Step['tally']): Step {
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`);
  return { name, args, minutes: 20, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report }, report, tally };
}

async function run(step: Step): Promise<Tally> {
  console.log(`\n── ${step.name}`);
  const started = performance.now();
  const child = spawn(process.execPath, step.args, {
    cwd: root,
    env: { ...process.env, ...step.env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own, so that a runner that hangs goes together with the browsers and servers it started.
    detached: process.platform !== 'win32',
  });
  running = child;
  const limit = setTimeout(() => {
    console.error(`${step.name} took over ${step.minutes} minutes and is ended`);
    endRunning();
  }, step.minutes * 60_000);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  clearTimeout(limit);
  running = undefined;
  const tally = step.tally({ code, ...(step.report === undefined ? {} : { report: step.report }) });
  console.log(`── ${step.name}: ${totals(tally)} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return tally;
}

function endRunning(): void {
  if (running?.pid === undefined) return;
  try {
    if (process.platform === 'win32') running.kill();
    else process.kill(-running.pid, 'SIGKILL');
  } catch {
    // It ended in between.
  }
}

async function main(): Promise<number> {
  const browser = findOrInstallBrowser(console.log);
  if (browser === undefined) console.error(howToInstall);
  else process.env.BENCHTOP_BROWSER = browser;
  const tallies: Tally[] = [];
  const failures: string[] = [];
  for (const step of steps()) {
    const tally = await run(step);
    tallies.push(tally);
    if (tally.failed > 0) failures.push(step.name, ...failedTests(step.report));
  }
  const total = sum(tallies);
  console.log(failures.length === 0 ? '' : `\nFailed:\n\n${failures.join('\n')}\n`);
  if (browser === undefined) console.log(howToInstall);
  console.log(totals(total));
  return total.failed === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });
}
process.exitCode = await main();
rmSync(reports, { recursive: true, force: true });
