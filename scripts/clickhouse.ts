import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installEmbedded } from './lib/clickhouse/embedded.ts';
import { movedTests } from './lib/clickhouse/moved-tests.ts';
import { type FoundClickHouse, unpackClickHouse } from './lib/clickhouse/package.ts';
import { runTests } from './lib/run-tests.ts';
import { sum, type Tally, tallies, totals } from './lib/tally.ts';
import { clickHouseJourneys, vitestRun } from './lib/vitest-run.ts';

/**
 * `npm run test:clickhouse`: the tests that need a ClickHouse, each against real servers on loopback, and the API tests with moved
 * events: on an old version and on a new one. A version that cannot be had is one skipped test. The last line has the totals. With
 * names, as in `-- check moving -t merges`, only these journeys run, and only their tests with such a title.
 */
const maxMinutes = 20;
/** On a slow machine a server may take half a minute to come back. */
const testMs = 180_000;

const { positionals: names, values } = parseArgs({
  options: { title: { type: 'string', short: 't' } },
  allowPositionals: true,
});
const journeys =
  names.length === 0 ? [clickHouseJourneys] : names.map((name) => `${clickHouseJourneys}${name}.test.ts`);
const titled = values.title === undefined ? [] : [`--testNamePattern=${values.title}`];
const isAll = names.length + titled.length === 0;

/** `args`: of the tests' runner. */
type Version = { name: string; find(): Promise<FoundClickHouse>; args: string[]; env: NodeJS.ProcessEnv };

const versions: Version[] = [
  { name: "Debian's clickhouse-server", find: unpackClickHouse, args: [], env: {} },
  {
    name: "npm's engine of a new ClickHouse",
    find: installEmbedded,
    // Its servers cannot ask each other.
    args: ['cluster', 'replicas', 'replicas-of-shards'].map((name) => `--exclude=${clickHouseJourneys}${name}.test.ts`),
    env: { BENCHTOP_CLICKHOUSE_EMBEDDED: '1' },
  },
];

/** Failures of all runs, with their errors. */
const failed: string[] = [];

async function testOn({ name, find, args, env }: Version): Promise<Tally> {
  const found = await find();
  if ('missing' in found) {
    console.log(`\nClickHouse is not tested with ${name}, which cannot be had here (${found.missing}).`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  console.log(`\nClickHouse, with ${name}:`);
  const ofVersion = { BENCHTOP_CLICKHOUSE: found.folder, ...env };
  const own = run(journeys, args, ofVersion);
  if (!isAll) return own;
  console.log(`\nThe tests of the API once more, on events whose properties are in it alone:`);
  return sum([own, run(movedTests(), args, { BENCHTOP_TEST_MOVED: '1', ...ofVersion })]);
}

function run(selection: readonly string[], args: readonly string[], env: NodeJS.ProcessEnv): Tally {
  const processes = mkdtempSync(join(tmpdir(), 'benchtop-clickhouse-processes-'));
  const { tally, failures } = runTests({
    args: (report) => vitestRun(report, `--testTimeout=${testMs}`, ...titled, ...args),
    selection,
    env: { BENCHTOP_CLICKHOUSE_PROCESSES: processes, ...env },
    minutes: maxMinutes,
    tally: tallies.vitest,
  });
  endProcesses(processes);
  rmSync(processes, { recursive: true });
  failed.push(...failures);
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

const counted: Tally[] = [];
for (const version of versions) counted.push(await testOn(version));
const tally = sum(counted);
// Again, as the runs after them print much.
if (failed.length > 0) console.log(['\nFailed:', '', ...failed, ''].join('\n'));
console.log(totals(tally));
process.exitCode = tally.failed === 0 ? 0 : 1;
