import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { RestoreButton } from '../../ui/table/restore-button.tsx';
import { actionsColumn } from '../../ui/table/row-button.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
import { useDeleteExperiment, useRestoreExperiment } from '../queries.ts';
import { ExperimentStatusChip } from './experiment-status.tsx';
import { words } from './words.ts';

const { columns: text, deleted } = words;

export function useDeletedExperimentColumns(): Column<Experiment>[] {
  const project = useProject();
  const restore = useRestoreExperiment(project.id);
  const remove = useDeleteExperiment(project.id);
  const restoreOne = ({ id, name }: Experiment) =>
    void doUndoably({
      noticeId: `experiment-${id}`,
      done: deleted.restored(name),
      what: deleted.restoreOf(name),
      run: () => restore.mutateAsync(id),
      undo: () => remove.mutateAsync(id),
    });
  return [
    { header: text.name, sort: 'name', cell: ({ name }) => <span title={name}>{name}</span> },
    {
      header: text.flag,
      width: '26%',
      sort: 'flag',
      priority: 2,
      cell: ({ feature_flag_key: key }) => <code>{key}</code>,
    },
    {
      header: text.status,
      width: '132px',
      sort: 'status',
      cell: (experiment) => <ExperimentStatusChip experiment={experiment} quiet />,
    },
    timeColumn(text.deleted, (experiment) => experiment.deleted_at, '112px'),
    actionsColumn('96px', (experiment) => (
      <RestoreButton name={experiment.name} onRestore={() => restoreOne(experiment)} />
    )),
  ];
}
