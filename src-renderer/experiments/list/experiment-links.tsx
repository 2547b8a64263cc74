import { Link } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import { experimentStatusWords } from '../words.ts';

type Linked = Pick<Experiment, 'id' | 'name' | 'status'>;

export function ExperimentLinks({ experiments }: { experiments: readonly Linked[] }) {
  return experiments.map(({ id, name, status }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link to="/experiments/$experimentId" params={{ experimentId: id }}>
        {name}
      </Link>{' '}
      ({experimentStatusWords[status].toLowerCase()})
    </span>
  ));
}
