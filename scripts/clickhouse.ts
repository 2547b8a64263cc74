import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { movedTests } from './lib/clickhouse/moved-tests.ts';
import { unpackClickHouse } from './lib/clickhouse/package.ts';
import { runTests } from './lib/run-tests.ts';
import { sum, type Tally, tallies, totals } from './lib/tally.ts';
import { clickHouseJourneys, vitestRun } from './lib/vitest-run.ts';

/**
 * `npm run test:clickhouse`: the tests that need a ClickHouse, each against real servers on loopback, from Debian's package, and
 * the API tests with moved events. Without the package the run is one skipped test. The last line has the totals.
 */
const maxMinutes = 20;
/** On a slow machine a server may take half a minute to come back. */
const testMs = 180_000;

function main(): Tally {
  const unpacked = unpackClickHouse();
  if ('missing' in unpacked) {
    console.log(`ClickHouse is not tested: Debian's clickhouse-server cannot be had here (${unpacked.missing}).`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const own = run(unpacked.folder, [clickHouseJourneys, ...process.argv.slice(2)]);
  if (process.argv.length > 2) return own;
  console.log('\nThe tests of the API once more, on events whose properties are in ClickHouse alone:');
  return sum([own, run(unpacked.folder, movedTests(), { BENCHTOP_TEST_MOVED: '1' })]);
}

function run(clickHouse: string, selection: readonly string[], env: NodeJS.ProcessEnv = {}): Tally {
  const processes = mkdtempSync(join(tmpdir(), 'benchtop-clickhouse-processes-'));
  const ofRun = { BENCHTOP_CLICKHOUSE: clickHouse, BENCHTOP_CLICKHOUSE_PROCESSES: processes };
  const tally = runTests({
    args: (report) => vitestRun(report, `--testTimeout=${testMs}`),
    selection,
    env: { ...ofRun, ...env },
    minutes: maxMinutes,
    tally: tallies.vitest,
  });
  endProcesses(processes);
  rmSync(processes, { recursive: true });
  return tally;
}

/** Ends the servers of test runs that were killed. Each running server has a file here, named by its process id. */
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
