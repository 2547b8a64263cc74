import { words } from './words.tsx';

/** The pages of the settings, for their menu and the command palette. */
export const settingsPages = [
  { to: '/settings/projects', ...words.pages.projects },
  { to: '/settings/project-keys', ...words.pages.projectKeys },
  { to: '/settings/personal-keys', ...words.pages.personalKeys },
  { to: '/settings/sessions', ...words.pages.sessions },
  { to: '/settings/chat', ...words.pages.chat },
  { to: '/settings/exclusions', ...words.pages.exclusions },
  { to: '/settings/users', ...words.pages.users },
  { to: '/settings/server', ...words.pages.server },
  { to: '/settings/appearance', ...words.pages.appearance },
] as const;
