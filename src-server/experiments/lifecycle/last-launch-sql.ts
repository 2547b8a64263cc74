/** The id of the last launch in the history of `:experimentId`, or of its creation. */
export const lastLaunchSql = `(SELECT max(id) FROM experiment_changes
  WHERE experiment_id = :experimentId AND kind IN ('created', 'launched'))`;
