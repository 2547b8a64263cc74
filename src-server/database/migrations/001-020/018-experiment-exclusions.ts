/** Exclusions of a project: every version since the first change; the newest applies. */
export const exclusionsTable = `
  CREATE TABLE experiment_exclusions (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    exclusions TEXT NOT NULL
  ) STRICT;
  CREATE INDEX experiment_exclusions_by_project ON experiment_exclusions (project_id, id);
`;
