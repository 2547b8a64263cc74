import { Link } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import type { Column } from '../ui/data-table.tsx';
import { ExperimentStatusChip } from './experiment-status.tsx';

export function useExperimentColumns(): Column<Experiment>[] {
  return [
    {
      header: 'Name',
      cell: ({ id, name }) => (
        <Link to="/experiments/$experimentId" params={{ experimentId: id }}>
          {name}
        </Link>
      ),
    },
    { header: 'Status', width: '180px', cell: (experiment) => <ExperimentStatusChip experiment={experiment} quiet /> },
  ];
}
