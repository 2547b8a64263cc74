import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from './lib/build.ts';
import { runTests } from './lib/run-tests.ts';
import { sum, type Tally, tallies, totals } from './lib/tally.ts';
import { longTests, tortureJourneys, vitestRun } from './lib/vitest-run.ts';
import { runScenario } from './torture/run.ts';
import { scenarios } from './torture/scenarios.ts';

/**
 * `npm run torture`: failures that the server must survive, as journeys of Vitest and as scenarios with real server processes on
 * loopback. Prints a line per scenario; the last line has the totals.
 */
const usage = `Usage: npm run torture -- [flags]

  --full         run for about an hour, instead of under ten minutes
  --seed <n>     repeat a run: the seed that it printed
  --only <name>  one of them; may be repeated
  --list         print the names`;

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const root = join(import.meta.dirname, '..');
const journeys = 'journeys';
const names = [journeys, ...scenarios.map(({ name }) => name)];
const unknown = values.only?.find((name) => !names.includes(name));
if (values.help || values.list) {
  console.log(values.help ? usage : names.join('\n'));
} else if (unknown !== undefined) {
  console.error(`Unknown scenario "${unknown}". Use one of: ${names.join(', ')}.`);
  process.exitCode = 1;
} else {
  // A scenario that hung may have left processes.
  process.exit(await main());
}

async function main(): Promise<number> {
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed must be a whole number; got "${values.seed}".`);
  await ensureBuild();
  console.log(`Torture, ${values.full ? 'full' : 'short'} form, seed ${seed}`);
  const isAsked = (name: string) => values.only?.includes(name) ?? true;
  const counted: Tally[] = isAsked(journeys) ? [runJourneys()] : [];
  for (const scenario of scenarios) {
    if (!isAsked(scenario.name)) continue;
    const { line, tally } = await runScenario(scenario, seed, values.full);
    console.log(line);
    counted.push(tally);
  }
  const total = sum(counted);
  console.log(`\n${totals(total)}`);
  return total.failed === 0 ? 0 : 1;
}

function runJourneys(): Tally {
  return runTests({
    args: vitestRun,
    selection: [tortureJourneys, ...longTests],
    env: { BENCHTOP_BUILT_SERVER: join(root, 'out/main'), BENCHTOP_LONG_RUN: '1' },
    minutes: 15,
    tally: tallies.vitest,
  }).tally;
}
