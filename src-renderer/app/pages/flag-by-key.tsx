import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { flagsLikeQuery } from '../../flags/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { words } from '../words.tsx';

/** Opens the flag of a key, as links name it. */
export function FlagByKey() {
  const { key: flagKey } = useParams({ from: '/feature-flags/key/$key' });
  const project = useProject();
  const flags = useQuery(flagsLikeQuery(project.id, flagKey));
  // Another key's flags stay until the answer.
  if (flags.data === undefined || flags.isPlaceholderData)
    return <QueryState query={flags} what={words.flags} rows={12} />;
  const flag = flags.data.find(({ key }) => key === flagKey);
  if (flag === undefined) {
    return (
      <EmptyState
        title={words.flagByKey.none(flagKey)}
        action={<Link to="/feature-flags">{words.flagByKey.openList}</Link>}
      >
        {words.flagByKey.noneHint}
      </EmptyState>
    );
  }
  return <Navigate to="/feature-flags/$flagId" params={{ flagId: flag.id }} replace />;
}
