/** Properties that a project's comparisons of events ignore. `event`: null for events of every name. */
export const diffMaskTable = `
  CREATE TABLE diff_masks (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    event TEXT,
    property TEXT NOT NULL,
    is_masked INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX diff_masks_by_project ON diff_masks (project_id);
`;
