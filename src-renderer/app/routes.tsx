import { createRoute, createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { z } from 'zod';
import { countSearch } from '../actions/count/count-search.ts';
import { actionListSearch } from '../actions/list/list-search.ts';
import { compareSearch } from '../diff/compare/compare-search.ts';
import { liveSearch } from '../events/filters/live-search.ts';
import { experimentListSearch } from '../experiments/list/list-search.ts';
import { resultsSearch } from '../experiments/results/results-search.ts';
import { flagListSearch } from '../flags/list/list-search.ts';
import { personSearch } from '../person-preview/preview-search.ts';
import { testRunListSearch } from '../test-runs/list/list-search.ts';
import { planListSearch } from '../tracking-plan/list/list-search.ts';
import { inAddress, textInAddress } from '../ui/in-address.ts';
import { PageError } from './page-error.tsx';
import { idParam, lazyPage, redirectTo, rootRoute } from './root-route.tsx';
import { settingsRoutes } from './settings-routes.tsx';
import { words } from './words.tsx';

const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', ...redirectTo('/live') });

const liveRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/live',
  validateSearch: liveSearch,
  ...lazyPage(() => import('./pages/live-page.tsx'), 'LivePage', words.loading.live),
});

const searchOnly = z.object({ search: textInAddress });

const personsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/persons',
  validateSearch: searchOnly,
  ...lazyPage(() => import('../persons/person-list.tsx'), 'PersonList', words.loading.persons),
});

const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/persons/$personId',
  params: idParam('personId'),
  validateSearch: personSearch,
  ...lazyPage(() => import('./pages/saved-person-page.tsx'), 'SavedPersonPage', words.loading.person),
});

const groupsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups',
  validateSearch: searchOnly.extend({ selected: textInAddress }),
  ...lazyPage(() => import('../persons/group-list.tsx'), 'GroupList', words.loading.groups),
});

/** Not `/flags`, as the pages of others are named: that path is the SDKs' own, and a reload would ask it instead. */
const flagsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/feature-flags',
  validateSearch: flagListSearch,
  ...lazyPage(() => import('./pages/flag-list-page.tsx'), 'FlagListPage', words.loading.flags),
});

const newFlagRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/feature-flags/new',
  /** `key`: the key of the new flag. `person`: as for a saved flag. */
  validateSearch: z.object({ key: textInAddress, person: textInAddress }),
  ...lazyPage(() => import('../flags/editor/flag-page.tsx'), 'NewFlagPage', words.loading.editor),
});

const flagRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/feature-flags/$flagId',
  params: idParam('flagId'),
  /** `person`: the distinct_id that the test panel starts with. */
  validateSearch: z.object({ tab: inAddress(z.string()), person: textInAddress }),
  ...lazyPage(() => import('./pages/saved-flag-page.tsx'), 'SavedFlagPage', words.loading.flag),
});

const flagByKeyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/feature-flags/key/$key',
  ...lazyPage(() => import('./pages/flag-by-key.tsx'), 'FlagByKey', words.loading.flag),
});

const actionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/actions',
  validateSearch: actionListSearch,
  ...lazyPage(() => import('../actions/list/action-list.tsx'), 'ActionList', words.loading.actions),
});

const newActionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/actions/new',
  /** `event`: the uuid of the stored event that the new action is made from. */
  validateSearch: z.object({ event: inAddress(z.uuid()) }),
  ...lazyPage(() => import('../actions/editor/new-action-page.tsx'), 'NewActionPage', words.loading.editor),
});

const actionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/actions/$actionId',
  params: idParam('actionId'),
  /** The rest is of the tab Count. */
  validateSearch: countSearch.extend({ tab: inAddress(z.string()) }),
  ...lazyPage(() => import('./pages/saved-action-page.tsx'), 'SavedActionPage', words.loading.action),
});

const experimentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments',
  validateSearch: experimentListSearch,
  ...lazyPage(() => import('../experiments/list/experiment-list.tsx'), 'ExperimentList', words.loading.experiments),
});

const newExperimentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/new',
  ...lazyPage(() => import('../experiments/setup/new-experiment-page.tsx'), 'NewExperimentPage', words.loading.editor),
});

const experimentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/$experimentId',
  params: idParam('experimentId'),
  /** The rest is of the tab Results. */
  validateSearch: resultsSearch.extend({ tab: inAddress(z.string()) }),
  ...lazyPage(() => import('../experiments/lifecycle/experiment-page.tsx'), 'ExperimentPage', words.loading.experiment),
});

const testRunsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test-runs',
  validateSearch: testRunListSearch,
  ...lazyPage(() => import('./pages/test-run-list-page.tsx'), 'TestRunListPage', words.loading.testRuns),
});

const newTestRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test-runs/new',
  ...lazyPage(() => import('../test-runs/start/new-test-run-page.tsx'), 'NewTestRunPage', words.loading.editor),
});

/** Apart from `new`, which is also a name. */
const testRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test-runs/run/$name',
  validateSearch: z.object({ tab: inAddress(z.string()) }),
  ...lazyPage(() => import('./pages/test-run-page.tsx'), 'SavedTestRunPage', words.loading.testRun),
});

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test-runs/compare',
  validateSearch: compareSearch,
  ...lazyPage(() => import('../diff/compare/compare-page.tsx'), 'ComparePage', words.loading.compare),
});

const newExpectationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test-runs/expectations/new',
  /** `event`: the uuid of the stored event that is expected. `run`: the test run, without an event. */
  validateSearch: z.object({ event: inAddress(z.uuid()), run: textInAddress }),
  ...lazyPage(
    () => import('../expectations/editor/new-expectation-page.tsx'),
    'NewExpectationPage',
    words.loading.editor,
  ),
});

const expectationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test-runs/expectations/$expectationId',
  params: idParam('expectationId'),
  ...lazyPage(
    () => import('../expectations/editor/expectation-page.tsx'),
    'ExpectationPage',
    words.loading.expectation,
  ),
});

const planRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tracking-plan',
  validateSearch: planListSearch,
  ...lazyPage(() => import('../tracking-plan/list/plan-list.tsx'), 'PlanList', words.loading.trackingPlan),
});

const planEventRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tracking-plan/event',
  /** The name of an event can be any text, so it is no part of the path. */
  validateSearch: z.object({ event: z.coerce.string().catch(''), tab: inAddress(z.string()) }),
  ...lazyPage(() => import('../tracking-plan/event/plan-event-page.tsx'), 'PlanEventPage', words.loading.planEvent),
});

const getStartedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/get-started',
  ...lazyPage(() => import('../events/onboarding/get-started-page.tsx'), 'GetStartedPage', words.loading.help),
});

const glossaryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/glossary',
  ...lazyPage(() => import('../metrics/glossary-page.tsx'), 'GlossaryPage', words.loading.glossary),
});

const decideRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/$experimentId/decide',
  params: idParam('experimentId'),
  ...lazyPage(() => import('../experiments/decision/decide-page.tsx'), 'DecidePage', words.loading.experiment),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  liveRoute,
  personsRoute,
  personRoute,
  groupsRoute,
  flagsRoute,
  newFlagRoute,
  flagRoute,
  flagByKeyRoute,
  actionsRoute,
  newActionRoute,
  actionRoute,
  experimentsRoute,
  newExperimentRoute,
  experimentRoute,
  testRunsRoute,
  newTestRunRoute,
  testRunRoute,
  compareRoute,
  newExpectationRoute,
  expectationRoute,
  planRoute,
  planEventRoute,
  getStartedRoute,
  glossaryRoute,
  decideRoute,
  settingsRoutes,
]);

/** Reads JSON. A number that is not written as JSON writes it is text: build 1.10 is not build 1.1. */
function readExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError(text);
  return value;
}

export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch: parseSearchWith(readExactly),
    stringifySearch: stringifySearchWith(JSON.stringify, readExactly),
    defaultErrorComponent: PageError,
    defaultPendingMs: 150,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
