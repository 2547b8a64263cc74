import { queryOptions } from '@tanstack/react-query';
import { projectList } from '#server/projects/contract.ts';
import { get } from '../app/api.ts';

export const projectKeys = {
  all: ['projects'] as const,
};

export function projectsQuery() {
  return queryOptions({
    queryKey: projectKeys.all,
    queryFn: ({ signal }) => get('/api/projects/', projectList, { query: { limit: 1000 }, signal }),
    select: (list) => list.results,
  });
}
