/** The project id in `totals` and `arrivals` for requests of no known project. */
export const noProject = 0;

/** SQL of the requests of no known project that were rejected so far: what a new project does not count. */
export const unassignedSoFar = `ifnull((SELECT rejected FROM totals WHERE project_id = ${noProject}), 0)`;
