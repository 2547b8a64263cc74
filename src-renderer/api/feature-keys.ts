type Rest = readonly unknown[];

/**
 * Returns the query keys of a feature; `rest` names one of its queries. A change reloads what is under `all`, or under `one` thing,
 * which has an id or a name.
 */
export function featureKeys(feature: string) {
  const all = (projectId: number, ...rest: Rest) => [feature, projectId, ...rest];
  const one = (projectId: number, id: number | string, ...rest: Rest) => all(projectId, 'one', id, ...rest);
  return { all, one, detail: (projectId: number, id: number) => one(projectId, id, 'detail') };
}
