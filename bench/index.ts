import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createBench, type Scale } from './bench.ts';
import { type FigureName, figures } from './figures/figures.ts';
import { runsJson, withRun } from './figures/history.ts';
import { type Gap, type Reading, type Run, readingsOf, runOfBench } from './figures/readings.ts';
import { report, summary } from './figures/report.ts';
import { machineLine, readMachine } from './machine.ts';
import { measures } from './measures.ts';
import { parseOptions } from './options.ts';
import { type PartName, partNames, parts } from './parts.ts';
import { isQuiet, othersBetween, readTicks } from './quietness.ts';
import { pause } from './rounds.ts';

/** `npm run bench`: measures the figures of `figures.ts`, part by part, and writes docs/bench.md and docs/bench.json. */
const quietnessMs = 2000;
const say = (line: string) => console.log(line);
const args = process.argv.slice(2);
const { scale, names, isWriting } = parseOptions(args);
const root = join(import.meta.dirname, '..');

if (!existsSync(join(root, 'out/main/cli.js'))) {
  console.error('The bench measures the built server: run "npm run build" first.');
  process.exit(1);
}

const machine = readMachine();
say(machineLine(machine));
const run: Run = {
  at: new Date().toISOString(),
  command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
  machine,
  readings: [],
  gaps: [],
};
for (const part of partNames.filter((part) => names.some((name) => figures[name].part === part))) {
  const { readings, gaps } = await measurePart(part, scale, names);
  run.readings.push(...readings);
  run.gaps.push(...gaps);
}
say(`\n${summary(run)}`);
const busy = run.readings.filter(({ others }) => !isQuiet(others)).length;
if (busy > 0) say(`\n${busy} of ${run.readings.length} readings are from a busy machine.`);
if (isWriting) await writeDocuments(run);

/** Measures a part. When it fails, its figures are missing and the others are measured. */
async function measurePart(
  part: PartName,
  scale: Scale,
  names: readonly FigureName[],
): Promise<{ readings: Reading[]; gaps: Gap[] }> {
  say(`\n${parts[part].title}`);
  const before = await othersNow();
  if (!isQuiet(before)) say(`The machine is busy: others use ${before?.toFixed(2) ?? 'an unknown share'} of a core.`);
  const { bench, end } = createBench({ scale, wants: (...wanted) => wanted.some((name) => names.includes(name)), say });
  try {
    await measures[part](bench);
    const { samples, gaps } = end();
    return { readings: readingsOf(samples, before), gaps };
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    const failed = names.filter((name) => figures[name].part === part);
    return { readings: [], gaps: failed.map((figure) => ({ figure, variant: '', why: 'failed' })) };
  }
}

/** Returns how much of a core other processes use while the bench waits; null where it is not known. */
async function othersNow(): Promise<number | null> {
  const before = readTicks();
  await pause(quietnessMs);
  const after = readTicks();
  return before === null || after === null ? null : othersBetween(before, after);
}

async function writeDocuments(run: Run): Promise<void> {
  const file = join(root, 'docs/bench.json');
  const before = existsSync(file) ? z.array(runOfBench).parse(JSON.parse(await readFile(file, 'utf8'))) : [];
  const runs = withRun(run, before);
  await writeFile(file, runsJson(runs));
  await writeFile(join(root, 'docs/bench.md'), report(runs));
  say('\ndocs/bench.md and docs/bench.json are written.');
}
