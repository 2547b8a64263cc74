/** The project id in `totals` and `arrivals` for requests of no known project. */
export const noProject = 0;

/** SQL of the rejected requests without a known project so far; a new project excludes them. */
export const unassignedSoFar = `ifnull((SELECT rejected FROM totals WHERE project_id = ${noProject}), 0)`;
