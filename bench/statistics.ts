import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { cellsOf } from './statistics/cells.ts';
import { kindCells } from './statistics/kind-cells.ts';
import { measureKind } from './statistics/kinds.ts';
import { type Measured, measure } from './statistics/measure.ts';
import { auditedSource, type OtherRates, otherRates } from './statistics/others.ts';
import { missesOf, reportOf } from './statistics/report.ts';

const threads = 2;
/** `--part 0.1`: a tenth of the runs. */
const asked = parseArgs({ options: { part: { type: 'string', default: '1' } }, strict: isMainThread }).values.part;
const part = Number(asked);

type Measurements = { all: Measured[]; kinds: Measured[]; others: OtherRates[] };
/** Each job returns one of the measurements of its name, in this order. */
type Job = { name: keyof Measurements; index: number; run: (part: number) => unknown };

const jobs: readonly Job[] = [
  ...cellsOf([2, 3, 5, 10]).map((cell, index): Job => {
    return { name: 'all', index, run: (part) => measure(cell, 1000 * index + 1, part) };
  }),
  ...kindCells.map((cell, index): Job => {
    return { name: 'kinds', index, run: (part) => measureKind(cell, 1_000_000 + 1000 * index, part) };
  }),
  { name: 'others', index: 0, run: otherRates },
];

/** Runs jobs in threads; an idle thread takes the last waiting job, because the last ones take longest. */
async function measureAll(): Promise<Measurements> {
  const found: Measurements = { all: [], kinds: [], others: [] };
  const waiting = jobs.map((_, index) => index);
  const inThread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: part });
      const next = () => worker.postMessage(waiting.pop());
      worker.on('message', ([job, measured]: [number, never]) => {
        const { name, index } = jobs[job] as Job;
        found[name][index] = measured;
        next();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      next();
    });
  await Promise.all(Array.from({ length: threads }, inThread));
  return found;
}

if (isMainThread) {
  const begin = performance.now();
  const { all, kinds, others } = await measureAll();
  const [rates] = others as [OtherRates];
  await writeFile('docs/statistics.md', reportOf({ all, kinds }, rates));
  await writeFile('src-server/experiments/results/audited-contract.ts', auditedSource(rates));
  const measured = [...all, ...kinds];
  const missed = measured.flatMap((one) => missesOf(one));
  console.log(
    `${measured.length} situations in ${((performance.now() - begin) / 1000).toFixed(0)} s; ${missed.length} limits missed.`,
  );
  console.log('docs/statistics.md is written.');
} else {
  parentPort?.on('message', async (job: number | undefined) => {
    if (job === undefined) parentPort?.close();
    else parentPort?.postMessage([job, await jobs[job]?.run(workerData as number)]);
  });
}
