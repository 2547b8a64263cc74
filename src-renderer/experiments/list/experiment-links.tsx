import { Link } from '@tanstack/react-router';
import type { Experiment } from '#server/experiments/contract.ts';
import { experimentStatusWords } from '../words.ts';

export function ExperimentLinks({ experiments }: { experiments: Experiment[] }) {
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
