import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { EditableName } from '../../ui/form/fields/editable-name.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { DetailHeader } from '../../ui/page/detail-header.tsx';
import { FlagLink } from '../list/experiment-columns.tsx';
import { ExperimentStatusChip } from '../list/experiment-status.tsx';
import { resultsQuery, useUpdateExperiment } from '../queries.ts';
import { experimentWords } from '../words.ts';
import { ExperimentLife } from './experiment-life.tsx';
import classes from './experiment-page.module.css';
import type { ExperimentTab } from './experiment-tabs.tsx';
import { runTimes, runWords } from './run-words.ts';
import { lifecycleWords } from './words.tsx';

const { page: text } = lifecycleWords;

type Props = {
  experiment: Experiment;
  tab: ExperimentTab;
  isUnsaved: boolean;
  onLaunched: () => void;
  saveSlot: (slot: HTMLElement | null) => void;
};

export function ExperimentHeader({ experiment, tab, isUnsaved, onLaunched, saveSlot }: Props) {
  const project = useProject();
  const rename = useUpdateExperiment(project.id);
  return (
    <DetailHeader
      name={experiment.name}
      // Not on the setup tab, whose own field it would overwrite.
      {...(tab !== 'setup' && { title: <EditableName of={experiment} label={text.nameField} rename={rename} /> })}
      back={<BackLink to="/experiments">{experimentWords.experiments}</BackLink>}
      beside={<ExperimentStatusChip experiment={experiment} />}
      below={<Facts experiment={experiment} />}
      actions={<ExperimentLife experiment={experiment} isUnsaved={isUnsaved} onLaunched={onLaunched} />}
      saveSlot={saveSlot}
    />
  );
}

function Facts({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const { id, status, feature_flag_key: key } = experiment;
  const { data } = useQuery({ ...resultsQuery(project.id, id), enabled: status !== 'draft' });
  const exposed = data?.result.exposure?.total;
  const run = runWords(experiment, Date.now());
  return (
    <p className={classes.facts}>
      <span className={classes.fact}>
        {text.flag} <FlagLink experiment={experiment} /> <CopyButton value={key} label={text.flagKey} />
      </span>
      {run !== null && <span title={runTimes(experiment)}>{run}</span>}
      {status !== 'draft' && exposed !== undefined && <span>{text.exposed(exposed)}</span>}
    </p>
  );
}
