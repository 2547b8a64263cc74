import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackClickHouse } from './lib/clickhouse/package.ts';
import { failedTests, type Tally, tallies, totals } from './lib/tally.ts';
import { clickHouseJourneys, vitestRun } from './lib/vitest-run.ts';

/**
 * `npm run test:clickhouse`: the tests that need a ClickHouse, each against real servers on loopback, from Debian's package. Where
 * that cannot be had the run is one skipped test. The last line has the totals.
 */
const root = join(import.meta.dirname, '..');
const maxMinutes = 15;
/** On a slow machine a server may take half a minute to come back. */
const testMs = 180_000;

function main(): Tally {
  const unpacked = unpackClickHouse();
  if ('missing' in unpacked) {
    console.log(`ClickHouse is not tested: Debian's clickhouse-server cannot be had here (${unpacked.missing}).`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const work = mkdtempSync(join(tmpdir(), 'benchtop-clickhouse-run-'));
  const report = join(work, 'report.json');
  const processes = join(work, 'processes');
  mkdirSync(processes);
  const { status } = spawnSync(
    process.execPath,
    vitestRun(report, clickHouseJourneys, `--testTimeout=${testMs}`, ...process.argv.slice(2)),
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, BENCHTOP_CLICKHOUSE: unpacked.folder, BENCHTOP_CLICKHOUSE_PROCESSES: processes },
      timeout: maxMinutes * 60_000,
      killSignal: 'SIGKILL',
    },
  );
  endProcesses(processes);
  const tally = tallies.vitest({ code: status, report });
  console.log(failedTests(report).join('\n'));
  rmSync(work, { recursive: true, force: true });
  return tally;
}

/** Ends the servers of tests that were ended themselves. Each running server has a file here, named by its process id. */
function endProcesses(folder: string): void {
  for (const pid of readdirSync(folder).map(Number)) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('clickhouse-server')) process.kill(pid, 'SIGKILL');
    } catch {
      // Ended already.
    }
  }
}

const tally = main();
console.log(totals(tally));
process.exitCode = tally.failed === 0 ? 0 : 1;
