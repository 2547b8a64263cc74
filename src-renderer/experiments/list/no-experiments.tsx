import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { foundExperimentsQuery } from '../queries.ts';
import { SimulatedStart } from '../simulator/simulated-start.tsx';
import classes from './experiment-list.module.css';
import type { ExperimentListSearch } from './list-search.ts';

const showAll = <Link to="/experiments">Show all experiments</Link>;

/** Why the list is empty, and what to do about it. */
export function NoExperiments({ search: { search, status, archived } }: { search: ExperimentListSearch }) {
  if (search !== undefined || status !== undefined) {
    const kind = [archived === true ? 'archived' : '', status ?? ''].filter(Boolean).join(' ');
    return (
      <EmptyState title="No experiment matches" icon={IconFlask} action={showAll}>
        There is no {kind} experiment
        {search === undefined ? '.' : ` with “${search}” in its name, hypothesis or flag key.`}
      </EmptyState>
    );
  }
  if (archived === true) {
    return (
      <EmptyState title="No archived experiments" icon={IconFlask} action={showAll}>
        An experiment that is archived is kept here with its results and its history.
      </EmptyState>
    );
  }
  return <FirstExperiment />;
}

function FirstExperiment() {
  const project = useProject();
  const { data: any } = useQuery(foundExperimentsQuery(project.id, ''));
  const isAllArchived = any !== undefined && any.length > 0;
  return (
    <EmptyState
      title={isAllArchived ? 'All experiments are archived' : 'No experiments yet'}
      icon={IconFlask}
      action={
        <div className={classes.starts}>
          <CreateButton to="/experiments/new" variant="default">
            {isAllArchived ? 'Create an experiment' : 'Create your first experiment'}
          </CreateButton>
          {!isAllArchived && <SimulatedStart />}
        </div>
      }
    >
      <p>
        An experiment gives some people a change and others not, by chance, and counts what each of them do afterwards.
        You say what should get better; it says whether it did, how sure that is, and when there is too little to tell.
      </p>
      <p>Its flag splits the people: your app asks for that, and shows each person their variant.</p>
      {isAllArchived && (
        <p>
          <Link to="/experiments" search={{ archived: true }}>
            Show the archived ones
          </Link>
        </p>
      )}
    </EmptyState>
  );
}
