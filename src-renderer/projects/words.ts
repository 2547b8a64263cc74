/** Words that several features use of projects. */
export const projectWords = {
  noKey: 'All keys of this project are revoked',
  /** Each completes “Could not refresh …”. */
  queries: {
    projects: 'projects',
    projectKeys: 'project keys',
    personalKeys: 'personal keys',
    session: 'the session',
    users: 'users',
    sessions: 'sessions',
  },
};
