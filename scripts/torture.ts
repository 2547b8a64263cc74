import { parseArgs } from 'node:util';
import { ensureBuild } from './lib/build.ts';
import { sum, type Tally, totals } from './lib/tally.ts';
import { runScenario } from './torture/run.ts';
import { scenarios } from './torture/scenarios.ts';

/**
 * `npm run torture`: failures that the server must survive, as scenarios with real server processes on loopback. Prints a line
 * per scenario; the last line has the totals.
 */
const usage = `Usage: npm run torture -- [flags]

  --full         run for about an hour, instead of under five minutes
  --seed <n>     repeat a run: the seed that it printed
  --only <name>  one scenario; may be repeated
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

const names = scenarios.map(({ name }) => name);
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
  const tallies: Tally[] = [];
  for (const scenario of scenarios) {
    if (values.only !== undefined && !values.only.includes(scenario.name)) continue;
    const { line, tally } = await runScenario(scenario, seed, values.full);
    console.log(line);
    tallies.push(tally);
  }
  const total = sum(tallies);
  console.log(`\n${totals(total)}`);
  return total.failed === 0 ? 0 : 1;
}
