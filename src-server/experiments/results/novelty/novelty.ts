import { dayMs, isoTime } from '../../../core/text/time-contract.ts';
import type { Database } from '../../../database/open.ts';
import type { Experiment } from '../../contract.ts';
import { fullDays } from '../../metrics/days.ts';
import { kindTraits } from '../../metrics/kind-contract.ts';
import { type Metric, readMetric } from '../../metrics/metric.ts';
import { metricKinds } from '../../metrics/metric-kinds.ts';
import { type ExposedRun, type Memory, readExposedRun } from '../results.ts';
import { changesIn } from './changes.ts';
import { type Novelty, type NoveltyState, noveltySpans } from './novelty-contract.ts';
import { type Passed, spansOf } from './spans.ts';

/** `filters` of the metric, as they are stored; `now` is milliseconds UTC. `testRun`: as in `ResultsArgs`. */
export type NoveltyArgs = {
  projectId: number;
  experiment: Experiment;
  filters: unknown;
  now: number;
  testRun: string | undefined;
};

/** Computes the effect by days since the exposure. Counts the metric once a span, and yields periodically. */
export function* readNovelty(
  database: Database,
  { projectId, experiment, filters, now, testRun }: NoveltyArgs,
  memory: Memory,
): Generator<void, Novelty> {
  const metric = readMetric(database, projectId, filters, now);
  const answer = (state: NoveltyState) => ({
    state,
    computed_at: isoTime(now),
    converts_once: kindTraits[metric.kind].perDay === 'once',
    spans: [],
    changes: [],
  });
  if (metric.entries.length === 0) return answer('no_metric');
  if (kindTraits[metric.kind].perDay === null) return answer('not_for_kind');
  const spans = noveltySpans.filter(([, to]) => metric.windowDays === null || to + 1 <= metric.windowDays);
  if (spans.length === 0) return answer('window_too_short');
  const shared = { people: 'everyone', hasDays: false, needsEvents: false, metrics: [] } as const;
  const asked = { projectId, experiment, now, testRun, ...shared };
  const exposedRun = yield* readExposedRun(database, asked, memory);
  if (exposedRun === null || exposedRun.exposed.people.length === 0) return answer('no_exposures');
  const keys = exposedRun.experiment.variants.map(({ key }) => key);
  const passed = yield* countPassed(exposedRun, metric, { spans, variants: keys.length });
  if (passed.length === 0) return answer('no_full_day');
  const counted = { metric, exposed: exposedRun.exposed, keys, passed };
  return { ...answer('ready'), spans: spansOf(counted), changes: changesIn(counted, spans.length > 1) };
}

/** Counts events of people up to the end of each span that has passed for anybody. */
function* countPassed(
  { database, run, bounds, exposed }: ExposedRun,
  metric: Metric,
  { spans, variants }: { spans: typeof noveltySpans; variants: number },
): Generator<void, Passed[]> {
  const passed: Passed[] = [];
  for (const [from, to] of spans) {
    const latest = run.end - run.start - (to + 1) * dayMs;
    const people = exposed.people.filter((person) => (exposed.since[person] ?? Infinity) <= latest);
    if (people.length === 0) break;
    const counted = { ...metric, windowDays: fullDays(to + 1) };
    const asked = { metric: counted, exposed, bounds, variants, until: null };
    const { values } = yield* metricKinds[metric.kind].count(database, asked);
    passed.push({ from, to, people, values: values.all });
  }
  return passed;
}
