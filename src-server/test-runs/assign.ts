import type { Assignment } from './contract.ts';

/** The sender; null: unknown. */
export type TestRunSender = { distinctId: string | null; sdk: string | null };

/** Returns a sender that only test runs with this assignment, and less specific ones, take. */
export const senderOfAssignment = (assign: Assignment): TestRunSender => ({
  distinctId: 'distinct_id' in assign ? assign.distinct_id : null,
  sdk: 'sdk' in assign ? assign.sdk : null,
});

/** A test run that takes requests without a name; times in milliseconds UTC. */
export type Assigned = { id: number; startedAt: number; endedAt: number | null; assign: Assignment };

/** Names an SDK; posthog-js calls itself "web" in its events. */
const sdkName = (sdk: string) => (sdk === 'web' || sdk === 'js' ? 'posthog-js' : sdk);

/**
 * Returns the test run for something sent at `at`: one assigned to the person, else to the SDK, else to everything; the newest of
 * several. `runs`: newest first. `firstOfPerson` returns the first of some ids that is of the same person as another id.
 */
export function assignedRun(
  runs: readonly Assigned[],
  { distinctId, sdk }: TestRunSender,
  at: number,
  firstOfPerson: (distinctId: string, some: readonly string[]) => string | undefined,
): Assigned | undefined {
  const open = runs.filter(({ startedAt, endedAt }) => startedAt <= at && (endedAt === null || at < endedAt));
  const ids = open.flatMap(({ assign }) => ('distinct_id' in assign ? [assign.distinct_id] : []));
  const own = distinctId === null || ids.length === 0 ? undefined : firstOfPerson(distinctId, ids);
  const isOfSender = ({ assign }: Assigned) => 'distinct_id' in assign && assign.distinct_id === own;
  const isOfSdk = ({ assign }: Assigned) => 'sdk' in assign && sdk !== null && sdkName(assign.sdk) === sdkName(sdk);
  return open.find(isOfSender) ?? open.find(isOfSdk) ?? open.find(({ assign }) => 'everything' in assign);
}
