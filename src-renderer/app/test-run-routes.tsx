import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { testRunListSearch } from '../test-runs/list/list-search.ts';
import { SkeletonRows } from '../ui/table/skeleton-rows.tsx';
import { readId, rootRoute } from './root-route.tsx';
import { words } from './words.tsx';

const testRunsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test-runs',
  validateSearch: testRunListSearch,
  component: lazyRouteComponent(() => import('./test-run-list-page.tsx'), 'TestRunListPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.testRuns} />,
});

const newTestRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test-runs/new',
  component: lazyRouteComponent(() => import('../test-runs/start/new-test-run-page.tsx'), 'NewTestRunPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.editor} />,
});

/** Apart from `new`, which is also a name. */
const testRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test-runs/run/$name',
  validateSearch: z.object({ tab: z.string().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('./test-run-page.tsx'), 'SavedTestRunPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.testRun} />,
});

const newExpectationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test-runs/expectations/new',
  /** `event`: the uuid of the stored event that is expected. `run`: the test run, without an event. */
  validateSearch: z.object({
    event: z.uuid().optional().catch(undefined),
    run: z.coerce.string().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('../expectations/editor/new-expectation-page.tsx'), 'NewExpectationPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.editor} />,
});

const expectationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test-runs/expectations/$expectationId',
  params: {
    parse: ({ expectationId }) => ({ expectationId: readId(expectationId) }),
    stringify: ({ expectationId }) => ({ expectationId: String(expectationId) }),
  },
  component: lazyRouteComponent(() => import('../expectations/editor/expectation-page.tsx'), 'ExpectationPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.expectation} />,
});

/** The pages of test runs and their expectations. */
export const testRunRoutes = [
  testRunsRoute,
  newTestRunRoute,
  testRunRoute,
  newExpectationRoute,
  expectationRoute,
] as const;
