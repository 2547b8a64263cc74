import type { createCapture } from '../capture/wire.ts';
import type { Clock } from '../core/clock.ts';
import { Revisions } from '../core/revisions.ts';
import type { FeatureCore } from '../database/feature-core.ts';
import { splitUrl } from '../http/public-endpoint.ts';
import { sdkOf } from '../http/sdk-request.ts';
import type { createPersons } from '../persons/wire.ts';
import type { Taken } from '../projects/definitions/definition-table.ts';
import type { createProjects } from '../projects/wire.ts';
import type { ArrivingRuns } from '../test-runs/arriving-runs.ts';
import { runOfRequest } from '../test-runs/sent-run.ts';
import type { createTestRuns } from '../test-runs/wire.ts';
import { createFlagEditor } from './edit.ts';
import { flagEndpoints } from './endpoints.ts';
import { createCompiledFlags } from './evaluation/compiled.ts';
import { evaluationEndpoints } from './evaluation/evaluation-endpoints.ts';
import { createEvaluator } from './evaluation/evaluator.ts';
import { createFirstIds } from './evaluation/first-ids.ts';
import { createOverrideStore } from './override-store.ts';
import type { FlagQueries } from './queries.ts';
import { decideEndpoints } from './sdk/decide.ts';
import { DecideLog } from './sdk/decide-log.ts';
import { definitionEndpoints } from './sdk/definitions.ts';
import { configDefinitions, remoteConfigRoutes } from './sdk/remote-config.ts';
import { payloadEndpoints } from './sdk/remote-payload.ts';
import { createFlagStore } from './store.ts';
import { FlagRequests } from './usage/flag-requests.ts';
import { previewEndpoints } from './usage/preview-endpoints.ts';

type Core = FeatureCore<{ flags: FlagQueries }>;
type Parts = {
  projects: Pick<ReturnType<typeof createProjects>, 'authenticator' | 'user'>;
  persons: Pick<ReturnType<typeof createPersons>, 'store' | 'groups'>;
  testRuns: Pick<ReturnType<typeof createTestRuns>, 'arriving'>;
  capture: Pick<ReturnType<typeof createCapture>, 'requests'>;
};

/** Creates the endpoints of flags, their evaluation, and the record of served values. */
export function createFlags(core: Core, { projects, persons, testRuns, capture }: Parts) {
  const { database, writer, clock, report } = core;
  const queries = core.queries.flags;
  const { authenticator, user } = projects;
  const { requests } = capture;
  const arrivingRuns = testRuns.arriving;
  const stores = { persons: persons.store, groups: persons.groups, arrivingRuns };
  const revisions = new Revisions();
  const flags = createFlagStore({ database, clock, revisions, user });
  const overrides = createOverrideStore({ database, clock, revisions, user, record: flags.record });
  const compiled = createCompiledFlags({ flags, overrides, revisions, now: clock.now, report });
  const flagEditor = createFlagEditor({ database, flags, overrides });
  const flagRequests = new FlagRequests(database, compiled);
  const log = new DecideLog({ database, writer, flagRequests, arrivingRuns, report });
  const subjects = {
    ...stores,
    firstIds: createFirstIds({ database, writer, report }),
    learnGroupTypes: (projectId: number, types: readonly string[]) =>
      void writer.runWithRetry(() => persons.groups.seeTypes(projectId, types)).catch(report),
  };
  const evaluator = createEvaluator({ compiled, subjects, log, queries, clock });
  return {
    flags,
    overrides,
    log,
    evaluator,
    /** Adds an observer in the transaction of a flag's own change. */
    observeChanges: flagEditor.observe,
    /** Adds a guard that may reject a flag's own change. */
    guardChanges: flagEditor.guard,
    flagRequests,
    observers: [flagRequests],
    definitionsTaken: ({ projectIds }: Taken) => revisions.allChanged(projectIds),
    removers: [
      {
        settle: () => log.flush(),
        removeSome: (testRunId: number) => log.removeSome(testRunId) + flagRequests.removeSome(testRunId),
      },
    ],
    publicEndpoints: decideEndpoints({ requests, compiled, subjects, arrivingRuns, log, clock, report }),
    sdkEndpoints: [
      ...definitionEndpoints({ authenticator, compiled, ...stores }),
      ...payloadEndpoints({ authenticator, compiled, asked: logAsked(log, arrivingRuns, clock) }),
    ],
    remoteConfig: { routes: remoteConfigRoutes({ authenticator }), described: configDefinitions },
    endpoints: [
      ...flagEndpoints({ database, user, flags, flagEditor, overrides, flagRequests, log, queries, clock }),
      ...previewEndpoints({ flags, overrides, queries, clock }),
      ...evaluationEndpoints({ evaluator, queries, clock }),
    ],
    close: () => log.flush(),
  };
}

const logAsked =
  (log: DecideLog, arrivingRuns: ArrivingRuns, clock: Clock): Parameters<typeof payloadEndpoints>[0]['asked'] =>
  (request, projectId, key, isKnown) => {
    const at = clock.now();
    const query = new URLSearchParams(splitUrl(request.url ?? '')[1]);
    const sender = { distinctId: null, sdk: sdkOf(request, query.get('ver')) };
    const run = arrivingRuns.later({ projectId, name: runOfRequest(request, query)?.name, at, sender });
    log.asked({ projectId, key, at, run }, isKnown);
  };
