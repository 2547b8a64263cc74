import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import type { settingsPages } from '../settings/words.tsx';
import { inAddress } from '../ui/in-address.ts';
import { lazyPage, redirectTo, rootRoute } from './root-route.tsx';
import { words } from './words.tsx';

const label = words.loading.settings;

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  ...lazyPage(() => import('../settings/settings.tsx'), 'Settings', label),
});

const projectsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/projects',
  /** `new`: the person asked for a new project, so its form has the focus. */
  validateSearch: z.object({ new: inAddress(z.boolean()) }),
  ...lazyPage(() => import('../settings/project-list.tsx'), 'ProjectList', label),
});

/** A page that is not in the menu does not compile. */
type MenuPath<To = (typeof settingsPages)[number]['to']> = To extends `/settings${infer Path}` ? Path : never;

const page = <Path extends MenuPath, Module extends Record<string, unknown>>(
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module,
) => createRoute({ getParentRoute: () => settingsRoute, path, ...lazyPage(load, name, label) });

const children = [
  createRoute({ getParentRoute: () => settingsRoute, path: '/', ...redirectTo('/settings/projects') }),
  projectsRoute,
  page('/project-keys', () => import('../settings/keys/project-key-list.tsx'), 'ProjectKeyList'),
  page('/personal-keys', () => import('../settings/keys/personal-key-list.tsx'), 'PersonalKeyList'),
  page('/sessions', () => import('../settings/session-list.tsx'), 'SessionList'),
  page('/chat', () => import('../actions/chat/chat-page.tsx'), 'ChatPage'),
  page('/relay', () => import('../relay/relay-page.tsx'), 'RelayPage'),
  page('/exclusions', () => import('../experiments/exclusions/exclusions-page.tsx'), 'ExclusionsPage'),
  page('/masks', () => import('../settings/masks/masks-page.tsx'), 'MasksPage'),
  page('/users', () => import('../settings/user-list.tsx'), 'UserList'),
  page('/server', () => import('../settings/server-page.tsx'), 'ServerPage'),
  page('/desktop', () => import('../settings/desktop/desktop-page.tsx'), 'DesktopPage'),
  page('/appearance', () => import('../settings/appearance-page.tsx'), 'AppearancePage'),
] as const;

/** The pages of the settings. */
export const settingsRoutes = settingsRoute.addChildren(children);
