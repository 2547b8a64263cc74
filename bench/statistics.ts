import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { coverage, dailyWithoutDifference, onceWithoutDifference, powerAtPlan } from './statistics/audit.ts';
import { behaviors, type Cell, cellsOf } from './statistics/cells.ts';
import { days, type Measured, measure } from './statistics/measure.ts';
import { missesOf, reportOf } from './statistics/report.ts';

const threads = 2;
/** `--part 0.1`: a tenth of the runs. */
const asked = parseArgs({ options: { part: { type: 'string', default: '1' } }, strict: isMainThread }).values.part;
const part = Number(asked);
/** `first` of the cells of a thread, and the part of the runs. */
type Part = { first: number; part: number };
const cells = cellsOf([2, 3, 5, 10]);

/** Measures every second cell, so that both threads have as much to do. */
function measurePart({ first, part }: Part): void {
  for (let index = first; index < cells.length; index += threads) {
    parentPort?.postMessage([index, measure(cells[index] as Cell, 1000 * index + 1, part)]);
  }
}

async function measureAll(): Promise<Measured[]> {
  const all: Measured[] = [];
  const inThread = (first: number) =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: { first, part } });
      worker.on('message', ([index, measured]: [number, Measured]) => {
        all[index] = measured;
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
    });
  await Promise.all(Array.from({ length: threads }, (_, first) => inThread(first)));
  return all;
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** The rows that were measured before verdicts rested on evidence by person, in the same situations. */
function compared() {
  const times = (count: number) => Math.ceil(count * part);
  const cellOf = (name: string, size: number, variants = 2): Cell => {
    const behavior = behaviors.find((one) => one.name === name);
    if (behavior === undefined) throw new Error(`No behavior ${name}`);
    const weights = Array.from({ length: variants }, () => 100 / variants);
    return { behavior: { ...behavior, size }, variants, split: { name: 'even', weights } };
  };
  const trends = ['trend, variance 5 × mean', 'trend, variance 20 × mean', 'trend, heavy tail'];
  const each = (of: (name: string) => number) => trends.map((name) => percent(of(name))).join(' / ');
  const funnel = cellOf('funnel 10%', 12_000 * 2);
  const daily = dailyWithoutDifference(funnel, times(2000), 91, days, false);
  const several = [3, 5, 10].map((variants) =>
    onceWithoutDifference(cellOf('funnel 10%', 10_000 * variants, variants), times(2000), 92),
  );
  return [
    {
      what: 'trends without a difference, 1,000 people a variant, variance 5 / 20 × mean / heavy tail: "worse"',
      before: '20% / 33% / 44%',
      now: each((name) => onceWithoutDifference(cellOf(name, 2000), times(4000), 93).worse),
    },
    {
      what: 'the same: the 95% interval of the lift covers',
      before: '60% / 34% / 10%',
      now: each((name) => coverage(cellOf(name, 2000), times(4000), 94, 0)?.once ?? Number.NaN),
    },
    {
      what: 'planned trend, +10%, variance 5 / 20 × mean: power (nominal 80%)',
      before: '25% / 9%',
      now: trends
        .slice(0, 2)
        .map((name) => percent(powerAtPlan(cellOf(name, 2000), times(4000), 95, 10)?.power ?? Number.NaN))
        .join(' / '),
    },
    {
      what: 'funnels, 400 people a variant a day, 30 daily looks without a plan: ever "better" / "worse"',
      before: '14% / 14%',
      now: `${percent(daily.better)} / ${percent(daily.worse)}`,
    },
    {
      what: 'funnels without a difference, 3 / 5 / 10 variants, 10,000 people each: "probably better", now "leading"',
      before: '20% / 42% / 67%',
      now: several.map(({ leading }) => percent(leading)).join(' / '),
    },
  ];
}

if (isMainThread) {
  const begin = performance.now();
  const all = await measureAll();
  await writeFile('docs/statistics.md', reportOf(all, compared()));
  const missed = all.flatMap(missesOf);
  console.log(
    `${all.length} situations in ${((performance.now() - begin) / 1000).toFixed(0)} s; ${missed.length} limits missed.`,
  );
  console.log('docs/statistics.md is written.');
} else {
  measurePart(workerData as Part);
}
