import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Action } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { statusWords } from '../words.ts';
import { experimentsOfActionQuery } from './list-queries.ts';
import { words } from './words.ts';

/** Shows on an action's page which experiments measure by it: a changed action changes their results. */
export function ActionExperiments({ action }: { action: Action }) {
  const project = useProject();
  const { data = [] } = useQuery(experimentsOfActionQuery(project.id, action.id));
  if (data.length === 0) return null;
  return (
    <Notice tone={data.some(({ status }) => status === 'running') ? 'warning' : 'neutral'}>
      {words.usedIn}{' '}
      {data.map(({ id, name, status }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to="/experiments/$experimentId" params={{ experimentId: id }}>
            {name}
          </Link>{' '}
          ({statusWords[status].toLowerCase()})
        </span>
      ))}
      {words.usedInCaution}
    </Notice>
  );
}
