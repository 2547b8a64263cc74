import type { Experiment } from '#server/experiments/contract.ts';
import { JsonTree } from '../ui/json-tree.tsx';

/** The setup as it is saved. */
export function ExperimentEditor({ experiment: { parameters, filters } }: { experiment: Experiment }) {
  return <JsonTree value={{ parameters, filters }} label="Setup" />;
}
