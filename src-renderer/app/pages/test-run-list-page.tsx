import { expectationTab } from '../../expectations/list/expectation-list.tsx';
import { RunSummary } from '../../expectations/status/run-summary.tsx';
import { TestRunList } from '../../test-runs/list/test-run-list.tsx';

/** Shows the test runs, each with the status of its expectations, and the expectations of all. */
export const TestRunListPage = () => (
  <TestRunList statusOf={({ name }) => <RunSummary name={name} />} expectations={expectationTab} />
);
