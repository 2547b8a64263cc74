import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { ChatPage } from '../actions/chat/chat-page.tsx';
import { countSearch } from '../actions/count/days.ts';
import { actionListSearch } from '../actions/list/list-search.ts';
import { liveSearch } from '../events/filters/live-search.ts';
import { ExclusionsPage } from '../experiments/exclusions/exclusions-page.tsx';
import { experimentListSearch } from '../experiments/list/list-search.ts';
import { resultsSearch } from '../experiments/results/results-search.ts';
import { flagListSearch } from '../flags/list/list-search.ts';
import { PersonFlags } from '../flags/test/person-flags.tsx';
import { GlossaryPage } from '../metrics/glossary-page.tsx';
import { GroupList } from '../persons/group-list.tsx';
import { PersonList } from '../persons/person-list.tsx';
import { PersonPage } from '../persons/person-page.tsx';
import { AppearancePage } from '../settings/appearance-page.tsx';
import { PersonalKeyList } from '../settings/personal-key-list.tsx';
import { ProjectKeyList } from '../settings/project-key-list.tsx';
import { ProjectList } from '../settings/project-list.tsx';
import { ServerPage } from '../settings/server-page.tsx';
import { SessionList } from '../settings/session-list.tsx';
import { Settings } from '../settings/settings.tsx';
import { UserList } from '../settings/user-list.tsx';
import { SkeletonRows } from '../ui/table/skeleton-rows.tsx';
import { PageError } from './page-error.tsx';
import { readId, rootRoute } from './root-route.tsx';
import { testRunRoutes } from './test-run-routes.tsx';
import { trackingPlanRoutes } from './tracking-plan-routes.tsx';
import { words } from './words.tsx';

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/live', replace: true });
  },
});

const liveRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/live',
  validateSearch: liveSearch,
  component: lazyRouteComponent(() => import('./live-page.tsx'), 'LivePage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.live} />,
});

const searchOnly = z.object({ search: z.coerce.string().optional().catch(undefined) });

const personsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/persons',
  validateSearch: searchOnly,
  component: PersonList,
});

const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/persons/$personId',
  params: {
    parse: ({ personId }) => ({ personId: readId(personId) }),
    stringify: ({ personId }) => ({ personId: String(personId) }),
  },
  component: () => <PersonPage facts={(person) => <PersonFlags person={person} />} />,
});

const groupsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/groups',
  validateSearch: searchOnly.extend({ selected: z.coerce.string().optional().catch(undefined) }),
  component: GroupList,
});

/** Not `/flags`, as the pages of others are named: that path is the SDKs' own, and a reload would ask it instead. */
const flagsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/feature-flags',
  validateSearch: flagListSearch,
  component: lazyRouteComponent(() => import('./flag-list-page.tsx'), 'FlagListPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.flags} />,
});

const newFlagRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/feature-flags/new',
  /** `key`: what the new flag is to be called, as asked for elsewhere. `person`: as of a saved flag. */
  validateSearch: z.object({
    key: z.coerce.string().optional().catch(undefined),
    person: z.coerce.string().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('../flags/editor/flag-page.tsx'), 'NewFlagPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.editor} />,
});

const flagRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/feature-flags/$flagId',
  params: {
    parse: ({ flagId }) => ({ flagId: readId(flagId) }),
    stringify: ({ flagId }) => ({ flagId: String(flagId) }),
  },
  /** `person`: the distinct_id that the test panel starts with. */
  validateSearch: z.object({
    tab: z.string().optional().catch(undefined),
    person: z.coerce.string().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./saved-flag-page.tsx'), 'SavedFlagPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.flag} />,
});

const actionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/actions',
  validateSearch: actionListSearch,
  component: lazyRouteComponent(() => import('../actions/list/action-list.tsx'), 'ActionList'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.actions} />,
});

const newActionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/actions/new',
  /** `event`: the uuid of the stored event that the new action is made from. */
  validateSearch: z.object({ event: z.uuid().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('../actions/editor/new-action-page.tsx'), 'NewActionPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.editor} />,
});

const actionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/actions/$actionId',
  params: {
    parse: ({ actionId }) => ({ actionId: readId(actionId) }),
    stringify: ({ actionId }) => ({ actionId: String(actionId) }),
  },
  /** The rest is of the tab Count. */
  validateSearch: countSearch.extend({ tab: z.string().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('./saved-action-page.tsx'), 'SavedActionPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.action} />,
});

const experimentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments',
  validateSearch: experimentListSearch,
  component: lazyRouteComponent(() => import('../experiments/list/experiment-list.tsx'), 'ExperimentList'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.experiments} />,
});

const newExperimentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/new',
  component: lazyRouteComponent(() => import('../experiments/setup/new-experiment-page.tsx'), 'NewExperimentPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.editor} />,
});

const experimentParams = {
  parse: ({ experimentId }: { experimentId: string }) => ({ experimentId: readId(experimentId) }),
  stringify: ({ experimentId }: { experimentId: number }) => ({ experimentId: String(experimentId) }),
};

const experimentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/$experimentId',
  params: experimentParams,
  /** The rest is of the tab Results. */
  validateSearch: resultsSearch.extend({ tab: z.string().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('../experiments/lifecycle/experiment-page.tsx'), 'ExperimentPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.experiment} />,
});

const getStartedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/get-started',
  component: lazyRouteComponent(() => import('../events/onboarding/get-started-page.tsx'), 'GetStartedPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.help} />,
});

const glossaryRoute = createRoute({ getParentRoute: () => rootRoute, path: '/glossary', component: GlossaryPage });

const decideRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/$experimentId/decide',
  params: experimentParams,
  component: lazyRouteComponent(() => import('../experiments/decision/decide-page.tsx'), 'DecidePage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.experiment} />,
});

const settingsRoute = createRoute({ getParentRoute: () => rootRoute, path: '/settings', component: Settings });

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/projects', replace: true });
  },
});

const projectsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/projects',
  /** `new`: the person asked for a new project, so its form has the focus. */
  validateSearch: z.object({ new: z.boolean().optional().catch(undefined) }),
  component: ProjectList,
});

const settingsChildren = [
  settingsIndexRoute,
  projectsRoute,
  createRoute({ getParentRoute: () => settingsRoute, path: '/project-keys', component: ProjectKeyList }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/personal-keys', component: PersonalKeyList }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/sessions', component: SessionList }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/chat', component: ChatPage }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/exclusions', component: ExclusionsPage }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/users', component: UserList }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/server', component: ServerPage }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/appearance', component: AppearancePage }),
] as const;

const routeTree = rootRoute.addChildren([
  indexRoute,
  liveRoute,
  personsRoute,
  personRoute,
  groupsRoute,
  flagsRoute,
  newFlagRoute,
  flagRoute,
  actionsRoute,
  newActionRoute,
  actionRoute,
  experimentsRoute,
  newExperimentRoute,
  experimentRoute,
  ...testRunRoutes,
  ...trackingPlanRoutes,
  getStartedRoute,
  glossaryRoute,
  decideRoute,
  settingsRoute.addChildren(settingsChildren),
]);

export function createAppRouter() {
  return createRouter({ routeTree, defaultErrorComponent: PageError, defaultPendingMs: 150, scrollRestoration: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
