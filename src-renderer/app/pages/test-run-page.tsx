import { NameTestRun } from '../../events/onboarding/name-test-run.tsx';
import { RunExpectations } from '../../expectations/status/run-expectations.tsx';
import { TestRunPage } from '../../test-runs/run/test-run-page.tsx';

/** Shows a test run with its expectations, and how SDKs send to it. */
export const SavedTestRunPage = () => (
  <TestRunPage expectations={(run) => <RunExpectations run={run} />} send={({ name }) => <NameTestRun name={name} />} />
);
