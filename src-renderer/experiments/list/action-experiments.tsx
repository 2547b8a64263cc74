import { useQuery } from '@tanstack/react-query';
import type { Action } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ExperimentLinks } from './experiment-links.tsx';
import { experimentsUsingQuery } from './list-queries.ts';
import { words } from './words.ts';

/** Shows on an action's page which experiments measure by it: a changed action changes their results. */
export function ActionExperiments({ action }: { action: Action }) {
  const project = useProject();
  const { data = [] } = useQuery(experimentsUsingQuery(project.id, { action: action.id }));
  if (data.length === 0) return null;
  return (
    <Notice tone={data.some(({ status }) => status === 'running') ? 'warning' : 'neutral'}>
      {words.usedIn} <ExperimentLinks experiments={data} />
      {words.usedInCaution}
    </Notice>
  );
}
