import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { EditableText } from '../../ui/form/editable-text.tsx';
import { formatCount, formatDateTime } from '../../ui/format.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { DetailHeader } from '../../ui/page/detail-header.tsx';
import { FlagLink } from '../list/experiment-columns.tsx';
import { ExperimentStatusChip } from '../list/experiment-status.tsx';
import { resultsQuery, useUpdateExperiment } from '../queries.ts';
import { ExperimentLife } from './experiment-life.tsx';
import classes from './experiment-page.module.css';
import type { ExperimentTab } from './experiment-tabs.tsx';
import { runWords } from './run-words.ts';

type Props = {
  experiment: Experiment;
  tab: ExperimentTab;
  isUnsaved: boolean;
  saveSlot: (slot: HTMLElement | null) => void;
};

/** The experiment's name and state, and what can be done with it whatever tab is open. */
export function ExperimentHeader({ experiment, tab, isUnsaved, saveSlot }: Props) {
  return (
    <DetailHeader
      name={experiment.name}
      title={<Title experiment={experiment} isEditedBelow={tab === 'setup'} />}
      back={<BackLink to="/experiments">Experiments</BackLink>}
      beside={<ExperimentStatusChip experiment={experiment} />}
      below={<Facts experiment={experiment} />}
      actions={<ExperimentLife experiment={experiment} isUnsaved={isUnsaved} />}
      saveSlot={saveSlot}
    />
  );
}

/** The setup has a field for the name: two at once would overwrite each other. */
function Title({ experiment, isEditedBelow }: { experiment: Experiment; isEditedBelow: boolean }) {
  const project = useProject();
  const update = useUpdateExperiment(project.id);
  if (isEditedBelow) return experiment.name;
  return (
    <EditableText
      value={experiment.name}
      label={`name of the experiment ${experiment.name}`}
      field="name"
      onSave={(name) => update.mutateAsync({ id: experiment.id, name })}
    />
  );
}

/** Its flag, where it is in its run, and how many it has reached. */
function Facts({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const { id, status, start_date: start, end_date: end, feature_flag_key: key } = experiment;
  const { data } = useQuery({ ...resultsQuery(project.id, id), enabled: status !== 'draft' });
  const exposed = data?.result.exposure?.total;
  const run = runWords(experiment, Date.now());
  const exact = [
    start === null ? '' : `from ${formatDateTime(start)}`,
    end === null ? '' : `to ${formatDateTime(end)}`,
  ];
  return (
    <p className={classes.facts}>
      <span className={classes.fact}>
        Flag <FlagLink experiment={experiment} /> <CopyButton value={key} label="flag key" />
      </span>
      {run !== null && <span title={exact.filter(Boolean).join('\n')}>{run}</span>}
      {status !== 'draft' && exposed !== undefined && (
        <span>
          {formatCount(exposed)} {exposed === 1 ? 'person' : 'people'} exposed
        </span>
      )}
    </p>
  );
}
