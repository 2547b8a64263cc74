import { FlagExperiments } from '../../experiments/list/flag-experiments.tsx';
import { FlagList } from '../../flags/list/flag-list.tsx';

/** Shows the flags, each with its experiment. */
export function FlagListPage() {
  return (
    <FlagExperiments>
      <FlagList />
    </FlagExperiments>
  );
}
