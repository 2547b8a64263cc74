import { useQuery } from '@tanstack/react-query';
import { Outlet, useSearch } from '@tanstack/react-router';
import { chooseProject, ProjectContext } from '../projects/current-project.ts';
import { projectsQuery } from '../projects/queries.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';

export function Layout() {
  const search = useSearch({ from: '__root__' });
  const projects = useQuery(projectsQuery());
  if (projects.isPending) return <SkeletonRows rows={12} label="Loading Benchtop" />;
  if (projects.isError)
    return <ErrorState what="Benchtop" error={projects.error} onRetry={() => void projects.refetch()} />;
  return (
    <ProjectContext value={chooseProject(projects.data, search.project)}>
      <Outlet />
    </ProjectContext>
  );
}
