import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Flag } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { flagExperimentsQuery } from '../queries.ts';
import { experimentStatusWords, servesWords } from '../words.ts';
import { ExperimentLinks } from './experiment-links.tsx';
import { experimentsUsingQuery } from './list-queries.ts';
import { words } from './words.ts';

/** Shows on a flag's page the experiment that it serves, and others that have it, because editing the flag changes what that measures. */
export function FlagExperiment({ flag }: { flag: Flag }) {
  const project = useProject();
  const { data } = useQuery(flagExperimentsQuery(project.id));
  const experiment = data?.get(flag.id);
  const { data: all = [] } = useQuery(experimentsUsingQuery(project.id, { feature_flag: flag.id }));
  if (experiment === undefined) return null;
  const serves = servesWords(experiment);
  const others = all.filter(({ id }) => id !== experiment.id);
  const isRunning = experiment.status === 'running';
  return (
    <Notice tone={isRunning ? 'warning' : 'neutral'}>
      {words.onFlagPage.is(experimentStatusWords[experiment.status])}{' '}
      <Link to="/experiments/$experimentId" params={{ experimentId: experiment.id }}>
        {experiment.name}
      </Link>
      {isRunning && words.onFlagPage.caution}
      {serves !== null && `. ${serves}`}
      {others.length > 0 && (
        <>
          . {words.onFlagPage.others} <ExperimentLinks experiments={others} />
        </>
      )}
    </Notice>
  );
}
