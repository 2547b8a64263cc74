import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { resultsQuery } from './queries.ts';

export function ResultsTab({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const query = useQuery(resultsQuery(project.id, experiment.id));
  if (query.isPending) return <SkeletonRows label="Loading the results" />;
  if (query.data === undefined) {
    return <ErrorState what="The results" error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <p>{query.data.result.explanation}</p>;
}
