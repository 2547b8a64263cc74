import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ChatPage } from '../actions/chat/chat-page.tsx';
import { ExclusionsPage } from '../experiments/exclusions/exclusions-page.tsx';
import { AppearancePage } from '../settings/appearance-page.tsx';
import { MasksPage } from '../settings/masks-page.tsx';
import { PersonalKeyList } from '../settings/personal-key-list.tsx';
import { ProjectKeyList } from '../settings/project-key-list.tsx';
import { ProjectList } from '../settings/project-list.tsx';
import { ServerPage } from '../settings/server-page.tsx';
import { SessionList } from '../settings/session-list.tsx';
import { Settings } from '../settings/settings.tsx';
import { UserList } from '../settings/user-list.tsx';
import { leadsTo, rootRoute } from './root-route.tsx';

const settingsRoute = createRoute({ getParentRoute: () => rootRoute, path: '/settings', component: Settings });

const projectsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/projects',
  /** `new`: the person asked for a new project, so its form has the focus. */
  validateSearch: z.object({ new: z.boolean().optional().catch(undefined) }),
  component: ProjectList,
});

const children = [
  createRoute({ getParentRoute: () => settingsRoute, path: '/', ...leadsTo('/settings/projects') }),
  projectsRoute,
  createRoute({ getParentRoute: () => settingsRoute, path: '/project-keys', component: ProjectKeyList }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/personal-keys', component: PersonalKeyList }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/sessions', component: SessionList }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/chat', component: ChatPage }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/exclusions', component: ExclusionsPage }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/masks', component: MasksPage }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/users', component: UserList }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/server', component: ServerPage }),
  createRoute({ getParentRoute: () => settingsRoute, path: '/appearance', component: AppearancePage }),
] as const;

/** The pages of the settings. */
export const settingsRoutes = settingsRoute.addChildren(children);
