import { BoundedCache, bytesOfText } from '../../core/bounded-cache.ts';
import { parseTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { newestId, readRemovalMark } from '../../events/list.ts';
import { readExclusions } from '../../projects/exclusions.ts';
import type { Experiment } from '../contract.ts';
import { type Memory, readResults } from './results.ts';
import type { MetricResult, ResultSummary } from './results-contract.ts';

type KnownArgs = { projectId: number; experiments: Experiment[]; now: number; testRun: string | undefined };
type SummaryArgs = { projectId: number; experiment: Experiment; now: number; testRun: string | undefined };

/**
 * `bytes` are of all of it; `newest` is the last event it saw, `exclusions` the version of the project's; `removed`: see
 * `readRemovalMark`.
 */
type Kept = {
  experiment: string;
  exclusions: number;
  removed: number;
  newest: number;
  tookMs: number;
  bytes: number;
  summary: ResultSummary;
};
/** `isFresh`: computing it again is not worth it yet. Null: never computed for the experiment as it is. */
type Known = { summary: ResultSummary | null; isFresh: boolean };

/** A summary is fresh for this long while no event arrives, and in any case for a multiple of its computing time. */
const maxAgeMs = 60_000;
const restFactor = 8;

/**
 * Creates the summaries of experiments, kept in the reading thread. `now` is milliseconds UTC; `testRun`: as in `ResultsArgs`.
 */
export function createSummaries(database: Database, memory: Memory) {
  const kept = new BoundedCache<string, Kept>({
    entries: 2000,
    bytes: 32 * 1024 * 1024,
    bytesOf: (_, { bytes }) => bytes,
  });

  return {
    /** Returns the known part of each summary without reading events. */
    knownSummaries({ projectId, experiments, now, testRun }: KnownArgs): Known[] {
      const newest = newestId(database);
      const { version: exclusions } = readExclusions(database, projectId);
      const removed = readRemovalMark(database, projectId);
      return experiments.map((experiment) => {
        const known = kept.get(keyOf(experiment, testRun));
        if (
          known?.experiment !== JSON.stringify(experiment) ||
          known.exclusions !== exclusions ||
          known.removed !== removed
        )
          return { summary: null, isFresh: false };
        const { summary, tookMs } = known;
        const age = now - (parseTime(summary.computed_at) ?? 0);
        const isFresh = age >= 0 && age < Math.max(restFactor * tookMs, known.newest === newest ? maxAgeMs : 0);
        return { summary, isFresh };
      });
    },
    /** Computes one. Yields periodically. */
    *summary(args: SummaryArgs): Generator<void, ResultSummary> {
      const { experiment } = args;
      const newest = newestId(database);
      const { version: exclusions } = readExclusions(database, args.projectId);
      const removed = readRemovalMark(database, args.projectId);
      const begin = performance.now();
      const { result } = yield* readResults(
        database,
        { ...args, secondary: 'guardrails', people: 'mature', hasDays: false },
        memory,
      );
      const summary = summaryOf(result);
      const text = JSON.stringify(experiment);
      const bytes = bytesOfText(text) + 2 * bytesOfText(JSON.stringify(summary));
      const tookMs = performance.now() - begin;
      kept.set(keyOf(experiment, args.testRun), {
        experiment: text,
        exclusions,
        removed,
        newest,
        tookMs,
        bytes,
        summary,
      });
      return summary;
    },
  };
}

const keyOf = ({ id }: Experiment, testRun = '') => `${id} ${testRun}`;

export function summaryOf({ steps: _steps, days: _days, exposure, variants, ...rest }: MetricResult): ResultSummary {
  return {
    ...rest,
    exposure: exposure && (({ days: _, ...whole }) => whole)(exposure),
    variants: variants.map(({ density: _density, posterior: _posterior, ...variant }) => variant),
  };
}
