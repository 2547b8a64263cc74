import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Flag } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { foundExperimentsQuery } from '../queries.ts';
import { statusWords } from './experiment-words.ts';

/** On the page of a flag: the newest experiment that it serves, as what is changed here changes what that measures. */
export function FlagExperiment({ flag }: { flag: Flag }) {
  const project = useProject();
  const { data } = useQuery(foundExperimentsQuery(project.id, flag.key));
  const experiment = data?.find((each) => each.feature_flag === flag.id);
  if (experiment === undefined) return null;
  const isRunning = experiment.status === 'running';
  return (
    <Notice tone={isRunning ? 'warning' : 'neutral'}>
      {statusWords[experiment.status]} experiment:{' '}
      <Link to="/experiments/$experimentId" params={{ experimentId: experiment.id }}>
        {experiment.name}
      </Link>
      {isRunning && '. People from before and after a change here may not compare.'}
    </Notice>
  );
}
