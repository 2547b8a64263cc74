import type { FeatureCore } from '../database/feature-core.ts';
import { ArrivingRuns, type Persons } from './arriving-runs.ts';
import type { TestRunSender } from './assign.ts';
import { testRunEndpoints } from './endpoints.ts';
import { Removal } from './removal.ts';
import { createTestRunStore } from './store.ts';

type Parts = { persons: { store: Persons } };

/** Creates the endpoints of test runs and the observer of what arrives in them. */
export function createTestRuns({ database, writer, clock, report }: FeatureCore, { persons }: Parts) {
  const arriving = new ArrivingRuns(database, persons.store);
  writer.join(arriving);
  const changeObservers: (() => void)[] = [() => arriving.changed()];
  const changed = () => {
    for (const observe of changeObservers) observe();
  };
  const takenBy = (projectId: number, sender: TestRunSender) => arriving.assigned(projectId, sender, clock.now());
  const store = createTestRunStore({ database, clock, changed, takenBy });
  const removal = new Removal({ store, writer, report });
  return {
    store,
    arriving,
    removal,
    /** Calls `observer` after each change of a test run. */
    observeChanges: (observer: () => void) => void changeObservers.push(observer),
    endpoints: testRunEndpoints({ store, removal, isFull: (projectId) => arriving.isFull(projectId) }),
    start: () => void removal.run(),
    close: () => removal.close(),
  };
}
