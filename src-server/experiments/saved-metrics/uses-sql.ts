/** The values in all metrics of experiment `e`, as rows `t`: of the primary metric at `$[0]`, of secondary ones below `$[1]`. */
export const metricsOfExperiment = 'json_tree(json_array(json(e.filters), json(e.secondary_metrics))) t';

/** Whether a row of `metricsOfExperiment` names a saved metric, by its id in `t.atom`. */
export const namesSavedMetric = `t.key = 'saved_metric' AND t.type = 'integer'
  AND (t.path = '$[0].benchtop' OR t.path LIKE '$[1]%.filters.benchtop')`;

export const usesSavedMetric = (id: string): string =>
  `EXISTS (SELECT 1 FROM ${metricsOfExperiment} WHERE ${namesSavedMetric} AND t.atom = ${id})`;

/** Whether a metric of experiment `e` counts an action, also to divide by. `id`: as text, since ids may be stored as either. */
export const usesAction = (id: string): string =>
  `EXISTS (SELECT 1 FROM ${metricsOfExperiment} WHERE t.key = 'id' AND CAST(t.atom AS TEXT) = ${id}
    AND (${ofActions.map((path) => `t.path LIKE '${path}[%'`).join(' OR ')}))`;

const ofActions = ['$[0]', '$[1]%.filters'].flatMap((of) => [`${of}.actions`, `${of}.benchtop.denominator.actions`]);
