import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Cell, cellsOf } from './statistics/cells.ts';
import { comparedRows } from './statistics/compared.ts';
import { kindCells } from './statistics/kind-cells.ts';
import { measureKind } from './statistics/kinds.ts';
import { type Measured, measure } from './statistics/measure.ts';
import { auditedSource, otherRates } from './statistics/others.ts';
import { missesOf, reportOf } from './statistics/report.ts';

const threads = 2;
/** `--part 0.1`: a tenth of the runs. */
const asked = parseArgs({ options: { part: { type: 'string', default: '1' } }, strict: isMainThread }).values.part;
const part = Number(asked);
/** `first` of the cells of a thread, and the part of the runs. */
type Part = { first: number; part: number };
const cells = cellsOf([2, 3, 5, 10]);
/** Kinds of metrics come after the cells. */
const situations = cells.length + kindCells.length;

/** Measures every second cell, so that both threads have as much to do. */
function measurePart({ first, part }: Part): void {
  for (let index = first; index < situations; index += threads) {
    const seed = 1000 * index + 1;
    const kind = kindCells[index - cells.length];
    parentPort?.postMessage([index, kind ? measureKind(kind, seed, part) : measure(cells[index] as Cell, seed, part)]);
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

if (isMainThread) {
  const begin = performance.now();
  const measured = await measureAll();
  const [all, kinds] = [measured.slice(0, cells.length), measured.slice(cells.length)];
  const others = otherRates(part);
  await writeFile('docs/statistics.md', reportOf({ all, kinds }, await comparedRows(part), others));
  await writeFile('src-server/experiments/results/audited-contract.ts', auditedSource(others));
  const missed = measured.flatMap((one) => missesOf(one));
  console.log(
    `${situations} situations in ${((performance.now() - begin) / 1000).toFixed(0)} s; ${missed.length} limits missed.`,
  );
  console.log('docs/statistics.md is written.');
} else {
  measurePart(workerData as Part);
}
