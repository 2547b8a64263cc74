import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { lazyPage, leadsTo, rootRoute } from './root-route.tsx';
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
  validateSearch: z.object({ new: z.boolean().optional().catch(undefined) }),
  ...lazyPage(() => import('../settings/project-list.tsx'), 'ProjectList', label),
});

const children = [
  createRoute({ getParentRoute: () => settingsRoute, path: '/', ...leadsTo('/settings/projects') }),
  projectsRoute,
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/project-keys',
    ...lazyPage(() => import('../settings/keys/project-key-list.tsx'), 'ProjectKeyList', label),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/personal-keys',
    ...lazyPage(() => import('../settings/keys/personal-key-list.tsx'), 'PersonalKeyList', label),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/sessions',
    ...lazyPage(() => import('../settings/session-list.tsx'), 'SessionList', label),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/chat',
    ...lazyPage(() => import('../actions/chat/chat-page.tsx'), 'ChatPage', label),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/exclusions',
    ...lazyPage(() => import('../experiments/exclusions/exclusions-page.tsx'), 'ExclusionsPage', label),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/masks',
    ...lazyPage(() => import('../settings/masks/masks-page.tsx'), 'MasksPage', label),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/users',
    ...lazyPage(() => import('../settings/user-list.tsx'), 'UserList', label),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/server',
    ...lazyPage(() => import('../settings/server-page.tsx'), 'ServerPage', label),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/desktop',
    ...lazyPage(() => import('../settings/desktop-page.tsx'), 'DesktopPage', label),
  }),
  createRoute({
    getParentRoute: () => settingsRoute,
    path: '/appearance',
    ...lazyPage(() => import('../settings/appearance-page.tsx'), 'AppearancePage', label),
  }),
] as const;

/** The pages of the settings. */
export const settingsRoutes = settingsRoute.addChildren(children);
