/** Moves the direction of stored metrics to the key with all options of Benchtop, in experiments and their history. */
const moved = (filters: string) =>
  `json_patch(${filters}, json_object('direction', NULL, 'benchtop', json_object('direction', ${filters} ->> '$.direction')))`;
const hasDirection = (filters: string) => `json_type(${filters}, '$.direction') = 'text'`;

const movedInList = (list: string) =>
  `(SELECT json_group_array(json(iif(${hasDirection("value -> '$.filters'")},
      json_set(value, '$.filters', json(${moved("value -> '$.filters'")})), value)) ORDER BY key) FROM json_each(${list}))`;
const listHasDirection = (list: string) =>
  `json_type(${list}) = 'array' AND EXISTS (SELECT 1 FROM json_each(${list}) WHERE ${hasDirection("value -> '$.filters'")})`;

const inState = (column: string) => `
  UPDATE experiment_changes SET ${column} = json_set(${column}, '$.filters', json(${moved(`${column} -> '$.filters'`)}))
    WHERE ${hasDirection(`${column} -> '$.filters'`)};
  UPDATE experiment_changes
    SET ${column} = json_set(${column}, '$.secondary_metrics', json(${movedInList(`${column} -> '$.secondary_metrics'`)}))
    WHERE ${listHasDirection(`${column} -> '$.secondary_metrics'`)};`;

export const metricOptions = `
  UPDATE experiments SET filters = ${moved('filters')} WHERE ${hasDirection('filters')};
  UPDATE experiments SET secondary_metrics = ${movedInList('secondary_metrics')} WHERE ${listHasDirection('secondary_metrics')};
  ${inState('before')}
  ${inState('after')}
`;
