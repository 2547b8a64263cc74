/** Number of rejected requests without a project before the project was created; it does not show them. */
export const unassignedBefore = 'ALTER TABLE projects ADD COLUMN unassigned_before INTEGER NOT NULL DEFAULT 0';
