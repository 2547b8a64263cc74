import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../projects/current-project.ts';
import { CreateButton } from '../../ui/create-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NothingShown } from '../../ui/feedback/nothing-shown.tsx';
import { foundExperimentsQuery } from '../queries.ts';
import { SimulatedStart } from '../simulator/simulated-start.tsx';
import { experimentWords } from '../words.ts';
import classes from './experiment-list.module.css';
import type { ExperimentListSearch } from './list-search.ts';
import { words } from './words.ts';

/** Says why the list is empty, and what to do about it. */
export function NoExperiments({ search }: { search: ExperimentListSearch }) {
  const reason = reasonOf(search);
  if (reason === null) return <FirstExperiment />;
  return <NothingShown reason={reason} icon={IconFlask} to="/experiments" showAll={experimentWords.showAll} />;
}

/** Returns which filter hides all experiments; null if there are none, or all are archived. */
function reasonOf({ search, status, archived, deleted, tag, owner }: ExperimentListSearch) {
  const { title, filters, search: without } = words.noMatch;
  if (search !== undefined) return { title, text: without(search) };
  if (status !== undefined || tag !== undefined || owner !== undefined) return { title, text: filters };
  if (deleted === true) return words.noDeleted;
  return archived === true ? words.noArchived : null;
}

function FirstExperiment() {
  const project = useProject();
  const { data: any } = useQuery(foundExperimentsQuery(project.id, ''));
  const isAllArchived = any !== undefined && any.length > 0;
  const text = isAllArchived ? words.allArchived : words.first;
  return (
    <EmptyState
      title={text.title}
      icon={IconFlask}
      action={
        <div className={classes.starts}>
          <CreateButton to="/experiments/new" variant="default">
            {text.create}
          </CreateButton>
          {!isAllArchived && <SimulatedStart />}
        </div>
      }
    >
      <p>{words.first.about}</p>
      <p>{words.first.flag}</p>
      {isAllArchived && (
        <p>
          <Link to="/experiments" search={{ archived: true }}>
            {words.allArchived.show}
          </Link>
        </p>
      )}
    </EmptyState>
  );
}
