import { machine, table, whole } from '../report.ts';
import type { Taken } from './everything.ts';
import type { ExperimentsResult } from './experiments.ts';

const check = (isMet: boolean) => (isMet ? '✓' : '✗');

const ratioTo = (limit: Taken, { cpu }: Taken) =>
  cpu === null || limit.cpu === null ? '' : (cpu / limit.cpu).toFixed(2);

/** Returns the section about experiments. */
export function experimentsReport({
  events,
  exposed,
  answering,
  duckdb,
  rest,
  meanwhile,
  everything,
}: ExperimentsResult): string {
  const ratio = meanwhile[1] / rest[1];
  return `
## Experiments

Results over ${whole(events)} events, with ${whole(exposed)} people exposed to three variants, some under another id than the one
they are known by now: from asking over HTTP to the last byte of the answer, which holds the statistics of every day, ms. The first
time the rows come from the disk; asked again, the columns that were read are in memory, as those that were copied for DuckDB
are, the statistics of past days are remembered, and all is counted anew. DuckDB computes the counts alone, by variant and day,
in its own process and without HTTP; both must come to the same. Copying the columns took it ${duckdb.load_seconds.toFixed(1)} s and is not counted.

${table(
  ['', 'first', 'again, median', 'DuckDB', 'ratio of first', 'of again', 'aim'],
  answering.map(({ name, first, again, duckdb: theirs }) => [
    name,
    whole(first),
    whole(again),
    whole(theirs),
    (first / theirs).toFixed(2),
    (again / theirs).toFixed(2),
    `< 1,000 ms, ≤ 1 × ${check(first < 1000 && again <= theirs)}`,
  ]),
)}

With everything on: a mean of a property as the primary metric, a ratio, a mean count, a funnel, retention and two guardrails beside
it, CUPED, a plan, the evidence of every day, and bots and testers excluded. One request answers all metrics. The limit is
better-sqlite3 alone, which reads the rows and properties that this rests on once each, and computes nothing. CPU is that of the whole server. Interleaved rounds, medians, ms.

${table(
  ['', 'wall', 'CPU', 'CPU to the limit', 'aim'],
  [
    ...everything.asked.map(({ name, taken }) => [
      name,
      whole(taken.wall),
      taken.cpu === null ? '' : whole(taken.cpu),
      ratioTo(everything.limit, taken),
      `< 1,000 ms ${check(taken.wall < 1000)}`,
    ]),
    ['the limit', whole(everything.limit.wall), whole(everything.limit.cpu ?? 0), '', ''],
  ],
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

${machine()}; load average ${everything.load.toFixed(1)} when the results with everything on were asked for.
`;
}
