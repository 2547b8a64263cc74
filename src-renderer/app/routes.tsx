import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { z } from 'zod';
import { liveSearch } from '../events/live-search.ts';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { Layout } from './layout.tsx';
import { NotFound, PageError } from './page-error.tsx';

/** `project` is in every address, so that a link opens the same view of the same project. */
const rootSearch = z.object({ project: z.int().positive().optional().catch(undefined) });

const rootRoute = createRootRoute({
  validateSearch: rootSearch,
  search: { middlewares: [retainSearchParams(['project'])] },
  component: Layout,
  notFoundComponent: NotFound,
});

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
  component: lazyRouteComponent(() => import('../events/event-list.tsx'), 'EventList'),
  pendingComponent: () => <SkeletonRows rows={12} label="Loading the live view" />,
});

const routeTree = rootRoute.addChildren([indexRoute, liveRoute]);

export function createAppRouter() {
  return createRouter({ routeTree, defaultErrorComponent: PageError, defaultPendingMs: 150, scrollRestoration: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
