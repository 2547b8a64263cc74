/** Returns the query keys of a feature. A change reloads what is under `all`, or under `one` of them. */
export function featureKeys<Asked>(feature: string) {
  const all = (projectId: number) => [feature, projectId] as const;
  const one = (projectId: number, id: number) => [...all(projectId), 'one', id] as const;
  return {
    all,
    list: (projectId: number, asked: Asked) => [...all(projectId), 'list', asked] as const,
    /** What the command palette offers for a search. */
    found: (projectId: number, search: string) => [...all(projectId), 'found', search] as const,
    one,
    detail: (projectId: number, id: number) => [...one(projectId, id), 'detail'] as const,
  };
}
