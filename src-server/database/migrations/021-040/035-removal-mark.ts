/** It is random: caches made at another value are stale. */
export const removalMark = `
  ALTER TABLE projects RENAME COLUMN rows_removed TO removal_mark;
`;
