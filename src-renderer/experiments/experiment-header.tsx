import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { EditableText } from '../ui/editable-text.tsx';
import { PageTitle } from '../ui/page.tsx';
import classes from './experiment-page.module.css';
import { ExperimentStatusChip } from './experiment-status.tsx';
import type { ExperimentTab } from './experiment-tabs.tsx';
import { useUpdateExperiment } from './queries.ts';

/** The experiment's name and state, and what can be done with it whatever tab is open. */
export function ExperimentHeader({ experiment, tab }: { experiment: Experiment; tab: ExperimentTab }) {
  return (
    <header className={classes.header}>
      <PageTitle>{experiment.name}</PageTitle>
      <div className={classes.heading}>
        <BackToExperiments />
        <div className={classes.titleLine}>
          <h1 className={classes.title}>
            <Title experiment={experiment} isEditedBelow={tab === 'setup'} />
          </h1>
          <ExperimentStatusChip experiment={experiment} />
        </div>
      </div>
    </header>
  );
}

export function BackToExperiments() {
  return (
    <Link to="/experiments" className={classes.back}>
      <IconChevronLeft size={14} aria-hidden="true" /> Experiments
    </Link>
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
