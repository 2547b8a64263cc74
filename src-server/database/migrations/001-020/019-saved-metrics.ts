/** Metrics that several experiments use, and their earlier versions: an ended experiment keeps its definition. */
export const savedMetrics = `
  CREATE TABLE saved_metrics (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    filters TEXT NOT NULL,
    created_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (project_id, name)
  ) STRICT;

  -- until: when the filters were replaced.
  CREATE TABLE saved_metric_versions (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    metric_id INTEGER NOT NULL REFERENCES saved_metrics (id) ON DELETE CASCADE,
    filters TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX saved_metric_versions_of_metric ON saved_metric_versions (metric_id, until);
`;
