import { useQuery } from '@tanstack/react-query';
import { createRoute, Navigate } from '@tanstack/react-router';
import { flagsLikeQuery } from '../../flags/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { NotFound } from '../page-error.tsx';
import { rootRoute } from '../root-route.tsx';
import { words } from '../words.tsx';

/** Opens the flag of a key, as links name it. */
export const flagByKeyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/feature-flags/key/$key',
  component: FlagByKey,
});

function FlagByKey() {
  const { key: flagKey } = flagByKeyRoute.useParams();
  const project = useProject();
  const flags = useQuery(flagsLikeQuery(project.id, flagKey));
  if (flags.data === undefined) return <QueryState query={flags} what={words.flags} rows={12} />;
  const flag = flags.data.find(({ key }) => key === flagKey);
  if (flag === undefined) return <NotFound />;
  return <Navigate to="/feature-flags/$flagId" params={{ flagId: flag.id }} replace />;
}
