import { ActionPage } from '../../actions/editor/action-page.tsx';
import { ActionExperiments } from '../../experiments/list/action-experiments.tsx';

/** Shows an action's page, with the experiments that use it. */
export function SavedActionPage() {
  return <ActionPage notice={(action) => <ActionExperiments action={action} />} />;
}
