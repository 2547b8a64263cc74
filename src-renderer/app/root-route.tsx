import { createRootRoute, lazyRouteComponent, notFound, redirect, retainSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { idPattern } from '#server/core/contract.ts';
import { inAddress } from '../ui/in-address.ts';
import { loadModule } from '../ui/lazy/load-module.ts';
import { SkeletonRows } from '../ui/table/skeleton-rows.tsx';
import { Layout } from './layout.tsx';
import { NotFound } from './page-error.tsx';

/** `project` is in every address, so that a link opens the same view of the same project. */
const rootSearch = z.object({ project: inAddress(z.int().positive()) });

export const rootRoute = createRootRoute({
  validateSearch: rootSearch,
  search: { middlewares: [retainSearchParams(['project'])] },
  component: Layout,
  notFoundComponent: NotFound,
});

/** Redirects an address that has no page of its own. */
export const redirectTo = (to: '/live' | '/settings/projects') => ({
  beforeLoad: () => {
    throw redirect({ to, replace: true });
  },
});

/** Parses the number in an address like /experiments/3; any other address has no page. */
export const idParam = <Name extends string>(name: Name) => ({
  parse: (params: Record<Name, string>) => ({ [name]: readId(params[name]) }) as Record<Name, number>,
  stringify: (params: Record<Name, number>) => ({ [name]: String(params[name]) }) as Record<Name, string>,
});

function readId(text: string): number {
  if (!idPattern.test(text)) throw notFound();
  return Number(text);
}

/** Returns a page that is loaded when it is first opened; `label` names what is loaded. */
export const lazyPage = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  label: string,
) => ({
  component: lazyRouteComponent(() => loadModule(load), name),
  pendingComponent: () => <SkeletonRows rows={12} label={label} />,
});
