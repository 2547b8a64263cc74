import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { planListSearch } from '../tracking-plan/list/list-search.ts';
import { SkeletonRows } from '../ui/table/skeleton-rows.tsx';
import { rootRoute } from './root-route.tsx';
import { words } from './words.tsx';

const planRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tracking-plan',
  validateSearch: planListSearch,
  component: lazyRouteComponent(() => import('../tracking-plan/list/plan-list.tsx'), 'PlanList'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.trackingPlan} />,
});

const planEventRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tracking-plan/event',
  /** The name of an event can be any text, so it is no part of the path. */
  validateSearch: z.object({ event: z.coerce.string().catch(''), tab: z.string().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('../tracking-plan/event/plan-event-page.tsx'), 'PlanEventPage'),
  pendingComponent: () => <SkeletonRows rows={12} label={words.loading.planEvent} />,
});

/** The pages of the tracking plan. */
export const trackingPlanRoutes = [planRoute, planEventRoute] as const;
