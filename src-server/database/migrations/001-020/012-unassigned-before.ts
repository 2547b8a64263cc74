/** How many rejected requests without a project there were when the project was made: those are not shown in it. */
export const unassignedBefore = 'ALTER TABLE projects ADD COLUMN unassigned_before INTEGER NOT NULL DEFAULT 0';
