/** Complete “Could not refresh …”. */
export const words = {
  projects: 'projects',
  projectKeys: 'project keys',
  personalKeys: 'personal keys',
  session: 'the session',
  users: 'users',
  sessions: 'sessions',
};
