import type { Experiment } from '../contract.ts';
import type { ExperimentQueries } from '../queries.ts';
import type { ResultSummary } from './results-contract.ts';

/** Milliseconds that a request waits for summaries to be computed. */
const budgetMs = 2000;

type Asked = {
  queries: ExperimentQueries;
  projectId: number;
  experiments: Experiment[];
  now: number;
  testRun: string | undefined;
  isGone: () => boolean;
};

/** Resolves to the summary of each experiment, computed anew for as many as time allows; null for one never computed. */
export async function freshSummaries({ queries, experiments, isGone, ...asked }: Asked) {
  const known = await queries.knownSummaries({ ...asked, experiments });
  const rows = experiments.map((experiment, index) => ({
    experiment,
    summary: known[index]?.summary ?? null,
    isFresh: known[index]?.isFresh ?? false,
  }));
  // Missing results first, then the oldest.
  const computedAt = ({ summary }: { summary: ResultSummary | null }) =>
    summary === null ? 0 : Date.parse(summary.computed_at);
  const stale = rows.filter(({ isFresh }) => !isFresh).toSorted((one, other) => computedAt(one) - computedAt(other));
  const end = performance.now() + budgetMs;
  for (const row of stale) {
    if (isGone() || performance.now() > end) break;
    row.summary = await queries.summary({ ...asked, experiment: row.experiment });
  }
  return rows.map(({ experiment, summary }) => ({ experiment, summary }));
}
