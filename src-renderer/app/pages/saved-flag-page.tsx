import { FlagExperiment } from '../../experiments/list/flag-experiment.tsx';
import { FlagExperiments } from '../../experiments/list/flag-experiments.tsx';
import { FlagPage } from '../../flags/editor/flag-page.tsx';

/** Shows a flag's page, with the experiment that the flag serves. */
export function SavedFlagPage() {
  return (
    <FlagExperiments>
      <FlagPage notice={(flag) => <FlagExperiment flag={flag} />} />
    </FlagExperiments>
  );
}
