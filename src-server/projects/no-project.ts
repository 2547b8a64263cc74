/** The project id in `totals` and `arrivals` for requests of no known project. */
export const noProject = 0;

/** SQL of the rejected requests of no known project so far, which a new project does not count. */
export const unassignedSoFar = `ifnull((SELECT rejected FROM totals WHERE project_id = ${noProject}), 0)`;
