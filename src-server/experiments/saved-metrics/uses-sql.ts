/** The values in all metrics of experiment `e`, as rows `t`: of the primary metric at `$[0]`, of secondary ones below `$[1]`. */
export const metricsOfExperiment = 'json_tree(json_array(json(e.filters), json(e.secondary_metrics))) t';

/** Whether a row of `metricsOfExperiment` names a saved metric, by its id in `t.atom`. */
export const namesSavedMetric = `t.key = 'saved_metric' AND t.type = 'integer'
  AND (t.path = '$[0].benchtop' OR t.path LIKE '$[1]%.filters.benchtop')`;

export const usesSavedMetric = (id: string): string =>
  `EXISTS (SELECT 1 FROM ${metricsOfExperiment} WHERE ${namesSavedMetric} AND t.atom = ${id})`;
