import type { createActions } from '../actions/wire.ts';
import type { FeatureCore } from '../database/feature-core.ts';
import type { createEvents } from '../events/wire.ts';
import type { DecideLog } from '../flags/sdk/decide-log.ts';
import type { createFlags } from '../flags/wire.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { createProjects } from '../projects/wire.ts';
import { decisionEndpoints } from './decision/decision-endpoints.ts';
import { experimentEndpoints } from './endpoints.ts';
import { exclusionsEndpoints } from './exclusions/exclusions-endpoints.ts';
import { recordActionChanges } from './lifecycle/action-changes.ts';
import { weightsChange } from './lifecycle/change.ts';
import { createExperimentEditor } from './lifecycle/edit.ts';
import { requireRunIntact } from './lifecycle/flag/protect-flag.ts';
import { createExperimentHistory } from './lifecycle/history-store.ts';
import type { ExperimentQueries } from './queries.ts';
import { ExposureObserver } from './results/exposures/exposure-observer.ts';
import { createNeededSince } from './results/needed-since.ts';
import { resultEndpoints } from './results/results-endpoints.ts';
import { createSavedMetricEditor } from './saved-metrics/saved-metric-editor.ts';
import { savedMetricEndpoints } from './saved-metrics/saved-metric-endpoints.ts';
import { createSavedMetricStore } from './saved-metrics/saved-metric-store.ts';
import { createExperimentStore } from './store.ts';

type Core = FeatureCore<{ experiments: ExperimentQueries }>;
type Parts = {
  projects: Pick<ReturnType<typeof createProjects>, 'user'>;
  actions: Pick<ReturnType<typeof createActions>, 'actions'>;
  events: Pick<ReturnType<typeof createEvents>, 'retention'>;
  flags: Pick<
    ReturnType<typeof createFlags>,
    'flags' | 'overrides' | 'log' | 'flagRequests' | 'observeChanges' | 'guardChanges'
  >;
};

/**
 * Maximum number of running experiments whose events are read into memory after a start, so that the first request need not wait.
 */
const maxReadAhead = 20;

/** Creates the endpoints of experiments, which create flags and change them. */
export function createExperiments(
  core: Core,
  { projects: { user }, actions: { actions }, events: { retention }, flags: { flags, overrides, log, ...rest } }: Parts,
) {
  const { database, clock } = core;
  const queries = core.queries.experiments;
  const experiments = createExperimentStore({ database, clock, user });
  const history = createExperimentHistory({ database, clock, user });
  const editor = createExperimentEditor({ database, clock, store: experiments, flags, overrides, history, retention });
  const savedMetrics = createSavedMetricStore({ database, clock, user });
  rest.observeChanges((author, before, after) => {
    const [running, entry] = [experiments.runningOn(before.id), weightsChange(before, after)];
    if (running !== undefined && entry !== undefined) history.record(author, running.id, entry);
  });
  actions.observeChanges(recordActionChanges({ database, clock, history }));
  rest.guardChanges((before, after) => {
    const running = experiments.runningOn(before.id);
    if (running !== undefined) requireRunIntact(running.name, before, after);
  });
  const readAhead = async () => {
    for (const one of experiments.listRunning(maxReadAhead)) {
      await queries.readAhead({ ...one, now: clock.now(), secondary: 'all', people: 'mature', hasDays: true });
    }
  };
  return {
    experiments,
    observers: [new ExposureObserver(database, rest.flagRequests)],
    neededSince: createNeededSince(database),
    endpoints: [
      ...afterFlush(log, [
        ...experimentEndpoints({
          database,
          user,
          experiments,
          experimentEditor: editor,
          experimentHistory: history,
          clock,
          queries,
        }),
        ...resultEndpoints({ experiments, queries, clock, retention }),
        ...decisionEndpoints({ experiments, queries, clock }),
      ]),
      ...exclusionsEndpoints({ queries, clock }),
      ...savedMetricEndpoints({
        savedMetrics,
        editor: createSavedMetricEditor({ database, savedMetrics, experiments, history }),
      }),
    ],
    start() {
      // A failure recurs, and is reported, on the first request.
      readAhead().catch(() => undefined);
    },
  };
}

/** Each answer with an experiment says whether code asks for its flag, and decides are logged with a delay. */
const afterFlush = (log: Pick<DecideLog, 'flush'>, endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((one) => ({
    ...one,
    handle: async (input: never) => {
      await log.flush();
      return one.handle(input);
    },
  }));
