import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallBrowser, howToInstall } from './lib/browser.ts';
import {
  failedFiles,
  failedTests,
  type Outcome,
  sum,
  type Tally,
  tallies,
  totals,
  withSecondRun,
} from './lib/tally.ts';
import { tool } from './lib/tool.ts';
import { clickHouseJourneys, tortureJourneys, vitestRun } from './lib/vitest-run.ts';

/**
 * `npm test`: every check and every test, also after a failure; the last line has the totals. The lanes of a group run in parallel,
 * because each waits at times: on two cores, one after the other takes half as long again. A few files with failed tests run
 * again, alone: tests that pass then failed because of the load, and are named as such.
 */
type Step = {
  name: string;
  args: string[];
  /** Further arguments, which select the tests of this step; failed files run again without them. */
  selection?: string[];
  minutes: number;
  env?: Record<string, string>;
  report?: string;
  tally: (outcome: Outcome) => Tally;
};

/** More parts leave less for one lane alone at the end; each starts its browsers and servers again. */
const browserParts = 4;

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
const running = new Set<ChildProcess>();

/** A lane takes the next of the steps whenever it is free. */
type Group = { lanes: number; steps: Step[] };

function groups(): Group[] {
  const unit = join(reports, 'unit.json');
  return [
    {
      lanes: 4,
      steps: [
        check('format and lint', tool('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'),
        check('types', tool('typescript', 'tsc'), '--noEmit'),
        check('unused code', tool('knip', 'knip')),
        check('build', join(root, 'scripts/build.ts')),
      ],
    },
    {
      lanes: 2,
      steps: [
        {
          name: 'unit, HTTP and SDK tests',
          args: vitestRun(unit, `--exclude=${tortureJourneys}**`, `--exclude=${clickHouseJourneys}**`),
          env: { BENCHTOP_BUILT_SERVER: join(root, 'out/main') },
          minutes: 40,
          report: unit,
          tally: tallies.vitest,
        },
        browserStep('desktop journey', [join(root, 'scripts/e2e-desktop.ts')], tallies.optional),
        ...Array.from({ length: browserParts }, (_, index) => browserPart(index + 1)),
      ],
    },
  ];
}

/** Returns a step with a part of the browser tests. Its pictures of failures have their own folder, which a run empties. */
function browserPart(part: number): Step {
  const args = [tool('@playwright/test', 'playwright'), 'test', '--workers=2', '--reporter=list,json'];
  const step = browserStep(`browser tests ${part} of ${browserParts}`, args, tallies.playwright);
  return { ...step, selection: [`--shard=${part}/${browserParts}`, `--output=test-results/${part}`] };
}

function check(name: string, ...args: string[]): Step {
  return { name, args, minutes: 3, tally: tallies.check };
}

function browserStep(name: string, args: string[], tally: Step['tally']): Step {
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`);
  return { name, args, minutes: 40, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report }, report, tally };
}

type Run = { step: Step; first: Tally };

/** Runs steps while any wait; no other lane runs the same. */
async function runLane(waiting: Step[], isFirst: boolean): Promise<Run[]> {
  const runs: Run[] = [];
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
    runs.push({ step, first: await run(step, isFirst) });
  return runs;
}

/** Shows the output of the first lane of a group live, and that of the others when they end. */
async function run(step: Step, isFirst: boolean): Promise<Tally> {
  if (isFirst) console.log(`\n── ${step.name}`);
  const started = performance.now();
  const shown = isFirst ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [...step.args, ...(step.selection ?? [])], {
    cwd: root,
    env: { ...process.env, ...step.env },
    stdio: ['ignore', shown, shown],
    // Its own process group, so that a hanging runner is killed with the browsers and servers it started.
    detached: process.platform !== 'win32',
  });
  running.add(child);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const limit = setTimeout(() => {
    console.error(`${step.name} took over ${step.minutes} minutes and is ended`);
    end(child);
  }, step.minutes * 60_000);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  clearTimeout(limit);
  running.delete(child);
  if (!isFirst) process.stdout.write(`\n── ${step.name}\n${Buffer.concat(output)}`);
  const tally = step.tally({ code, ...(step.report === undefined ? {} : { report: step.report }) });
  console.log(`── ${step.name}: ${totals(tally)} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return tally;
}

async function runFailedAgain(step: Step, first: Tally): Promise<Tally> {
  const files = failedFiles(step.report, first);
  if (files.length === 0) return first;
  const name = `${step.name} that failed, alone`;
  return withSecondRun(first, await run({ ...step, name, selection: files }, true));
}

function end(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Ended in the meantime.
  }
}

async function main(): Promise<number> {
  const browser = findOrInstallBrowser(console.log);
  if (browser === undefined) console.error(howToInstall);
  else process.env.BENCHTOP_BROWSER = browser;
  const results: Tally[] = [];
  const failures: string[] = [];
  const passedAlone: string[] = [];
  for (const group of groups()) {
    const lanes = Array.from({ length: group.lanes }, (_, index) => runLane(group.steps, index === 0));
    for (const { step, first } of (await Promise.all(lanes)).flat()) {
      const messages = failedTests(step.report);
      const tally = await runFailedAgain(step, first);
      results.push(tally);
      if (tally.failed > 0) failures.push(step.name, ...failedTests(step.report));
      else passedAlone.push(...messages);
    }
  }
  const total = sum(results);
  console.log(failures.length === 0 ? '' : `\nFailed:\n\n${failures.join('\n')}\n`);
  if (passedAlone.length > 0) console.log(`\nFailed beside the others, passed alone:\n\n${passedAlone.join('\n')}\n`);
  if (browser === undefined) console.log(howToInstall);
  console.log(totals(total));
  return total.failed === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) end(child);
    process.exit(130);
  });
}
process.exitCode = await main();
rmSync(reports, { recursive: true, force: true });
