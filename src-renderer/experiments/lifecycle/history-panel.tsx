import { useInfiniteQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ChangeItem } from '../../ui/json/change-item.tsx';
import { HistorySection } from '../../ui/json/history-section.tsx';
import { experimentHistoryQuery } from '../queries.ts';
import { changeFields, experimentChangeWords } from './history-words.ts';

export function ExperimentHistoryPanel({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const query = useInfiniteQuery(experimentHistoryQuery(project.id, experiment.id));
  return (
    <HistorySection query={query}>
      {(change) => (
        <ChangeItem
          key={change.id}
          change={change}
          what={experimentChangeWords(change)}
          fields={changeFields(change)}
        />
      )}
    </HistorySection>
  );
}
