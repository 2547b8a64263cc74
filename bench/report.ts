import { cpus, platform, release, totalmem } from 'node:os';

/** A line of the table: medians of the rounds; `ratio`: the median of the ratios of the rounds. Latencies in ms. */
export type Measured = {
  name: string;
  unit: string;
  ours: number;
  limit: number;
  ratio: number;
  aim: number | null;
  p50: number;
  p99: number;
};

/** Latencies in ms, medians of the rounds. */
export type Waits = { name: string; p50: number; p99: number };

/** Times in ms, resident memory in MiB, `evaluated` in flags per second. */
export type Result = {
  rows: Measured[];
  /** The first is at rest. */
  waits: Waits[];
  evaluated: number;
  coldStart: number;
  idle: number;
  after: number;
  peak: number | null;
  stored: number;
};

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Formats the result as Markdown. */
export function report(result: Result): string {
  const { rows, waits, evaluated, coldStart, idle, after, peak, stored } = result;
  return `# Speed

Written by \`npm run bench\`. Every acknowledged event was on the disk (fsync) before its answer. The limit of single captures
and of decides is a bare Express 5 with \`express.json()\` that parses the same body, does nothing and answers \`{status: 1}\`; the
limit of batches is better-sqlite3 alone, inserting the same rows, ready made, into the same schema in transactions of that size,
in a database that grows alike. A decide answers 50 active flags: 10 have conditions on properties that are stored of the
person, 12 have variants, 25 a rollout; 4,000 persons ask in turn. \`/flags/\` answers the details of each, about ten times the
text of \`/decide/\`. Interleaved rounds, median of three.

${table(
  ['', 'Benchtop', 'limit', 'ratio', 'aim', 'p50 ms', 'p99 ms'],
  rows.map(({ name, unit, ours, limit, ratio, aim, p50, p99 }) => [
    name,
    `${whole(ours)} ${unit}`,
    `${whole(limit)} ${unit}`,
    ratio.toFixed(2),
    aim === null ? '' : `≥ ${aim} ${ratio >= aim ? '✓' : '✗'}`,
    p50.toFixed(2),
    p99.toFixed(1),
  ]),
)}

How long a decide waits when decides come at 150 a second, beside other work:

${table(
  ['', 'p50 ms', 'p99 ms', 'p99 to that at rest'],
  waits.map(({ name, p50, p99 }) => [name, p50.toFixed(2), p99.toFixed(1), (p99 / (waits[0]?.p99 ?? p99)).toFixed(1)]),
)}

${table(
  ['', 'measured', 'aim'],
  [
    [
      'evaluation alone, one core',
      `${whole(evaluated)} flags/s`,
      `≥ 100,000 flags/s ${evaluated >= 100_000 ? '✓' : '✗'}`,
    ],
    ['cold start to the first 200', `${whole(coldStart)} ms`, `< 500 ms ${coldStart < 500 ? '✓' : '✗'}`],
    ['memory when idle', `${whole(idle)} MiB`, `< 120 MB ${idle * 1.048576 < 120 ? '✓' : '✗'}`],
    ['memory after the load', `${whole(after)} MiB`, ''],
    ['memory at its peak', peak === null ? 'not known here' : `${whole(peak)} MiB`, ''],
  ],
)}

${machine()}; ${whole(stored)} events acknowledged, all of them stored.
`;
}

export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const date = new Date().toISOString().slice(0, 10);
  return `${date}: ${cpus().length} × ${model}, ${memory}, ${platform()} ${release()}, Node ${process.versions.node}`;
}

export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, 3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}
