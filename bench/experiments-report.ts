import type { ExperimentsResult } from './experiments.ts';
import { table, whole } from './report.ts';

const check = (isMet: boolean) => (isMet ? '✓' : '✗');

/** The part of the document about experiments. */
export function experimentsReport({ events, exposed, answering, duckdb, rest, meanwhile }: ExperimentsResult): string {
  const ratio = meanwhile[1] / rest[1];
  return `
## Experiments

Results over ${whole(events)} events, with ${whole(exposed)} people exposed to three variants, some under another id than the one
they are known by now: from asking over HTTP to the last byte of the answer, which holds the statistics of every day, ms. The first
time the rows come from the disk; asked again, the columns that were read are in memory, as those that were copied for DuckDB
are, the statistics of past days are remembered, and all is counted anew. DuckDB computes the counts alone, by variant and day,
in its own process and without HTTP; both must come to the same. Copying the columns took it ${duckdb.load_seconds.toFixed(1)} s and is not counted.

${table(
  ['', 'first', 'again, median', 'DuckDB', 'ratio', 'aim'],
  answering.map(({ name, first, again, duckdb: theirs }) => [
    name,
    whole(first),
    whole(again),
    theirs === null ? '' : whole(theirs),
    theirs === null ? '' : (again / theirs).toFixed(2),
    theirs === null ? '' : `< 1,000 ms, ≤ 1 × ${check(first < 1000 && again <= theirs)}`,
  ]),
)}

Single captures at 150 a second, at rest and while one result of page views after the other is computed:

${table(
  ['', 'p50 ms', 'p99 ms', 'p99 to that at rest', 'aim'],
  [
    ['at rest', rest[0].toFixed(2), rest[1].toFixed(1), '', ''],
    [
      'while results are computed',
      meanwhile[0].toFixed(2),
      meanwhile[1].toFixed(1),
      ratio.toFixed(1),
      `≤ 2 ${check(ratio <= 2)}`,
    ],
  ],
)}
`;
}
