/** The pages of the settings, for their menu and the command palette. */
export const settingsPages = [
  { to: '/settings/projects', label: 'Projects', keywords: 'rename delete new' },
  { to: '/settings/project-keys', label: 'Project keys', keywords: 'phc token api key' },
  { to: '/settings/personal-keys', label: 'Personal keys', keywords: 'phx token api key' },
  { to: '/settings/sessions', label: 'Sessions', keywords: 'browsers sign out log out revoke links' },
  { to: '/settings/chat', label: 'Chat', keywords: 'webhook slack post message deliveries' },
  { to: '/settings/users', label: 'Users', keywords: 'name e-mail account' },
  { to: '/settings/server', label: 'Server', keywords: 'address data folder version' },
  { to: '/settings/appearance', label: 'Appearance', keywords: 'theme colours' },
] as const;
