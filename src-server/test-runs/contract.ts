import { z } from 'zod';
import { dateInput, dateTime, listOf, maxDescription, maxName, named } from '../core/contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';
import { maxDistinctId } from '../core/limits-contract.ts';

export const maxTestRunName = 100;
/** Characters of the name of a build of an app. */
export const maxBuild = 200;
/** Maximum test runs per project. */
export const maxTestRuns = 10_000;
export const testRunNameRule = `1 to ${maxTestRunName} letters, digits, "-", "_" or ".", and not only dots`;
const nameRule = `must be ${testRunNameRule}`;
/** ASCII, as it is sent in headers and paths; clients resolve "." and ".." in paths. */
export const testRunName = z
  .string(nameRule)
  .regex(new RegExp(`^(?!\\.+$)[A-Za-z0-9._-]{1,${maxTestRunName}}$`), nameRule);

/** The places where a request or an event names its test run, beside the path `/test-run/{name}/`. The property is not stored. */
export const testRunPlaces = {
  property: '$benchtop_test_run',
  header: 'X-Benchtop-Test-Run',
  query: 'test_run',
} as const;

/** A problem with the test run of an event; the event itself was kept. */
export const testRunWarning = z.object({
  code: z.enum(['invalid_test_run', 'test_run_ended', 'too_many_test_runs']),
  detail: z.string(),
});
export type TestRunWarning = z.infer<typeof testRunWarning>;

export const noTestRun = '(none)';
/** `test_run` of a query: a name, whether the run exists or not, or `(none)` for rows without one. */
export const testRunFilter = z.union([z.literal(noTestRun), testRunName], `${nameRule}; or "${noTestRun}"`).optional();

/**
 * What a test run takes without being named, until it ends: everything, the requests of a person (by any of their distinct ids),
 * or those of an SDK, such as `posthog-node`. The most specific one is used, then the newest test run.
 */
export const assignment = z.union(
  [
    z.strictObject({ everything: z.literal(true) }),
    z.strictObject({ distinct_id: z.string().min(1).max(maxDistinctId) }),
    z.strictObject({ sdk: z.string().min(1).max(100) }),
  ],
  'must be {"everything": true}, {"distinct_id": "…"} or {"sdk": "…"}',
);
export type Assignment = z.infer<typeof assignment>;

/**
 * A set of events, drops, rejections and decides that named it. `events`, `dropped` and `rejected` count its stored rows.
 * `last_received_at`: when the newest of them arrived; null before the first. `is_late`: something arrived after the end.
 */
export const testRun = named('TestRun', {
  name: testRunName,
  label: z.string(),
  note: z.string(),
  /** The version of the app under test. */
  build: z.string(),
  assign: assignment.nullable(),
  /** The newer open test run, of the same person, the same SDK or also of everything, that takes the requests instead; or null. */
  superseded_by: testRunName.nullable(),
  started_at: dateTime,
  ended_at: dateTime.nullable(),
  last_received_at: dateTime.nullable(),
  is_late: z.boolean(),
  events: z.int().nonnegative(),
  dropped: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
});
export type TestRun = z.infer<typeof testRun>;
export const testRunList = listOf(testRun);

const described = {
  label: z.string().max(maxName),
  note: z.string().max(maxDescription),
  build: z.string().max(maxBuild),
};
export const testRunInput = onlyKnown({
  name: testRunName,
  label: described.label.default(''),
  note: described.note.default(''),
  build: described.build.default(''),
  assign: assignment.nullable().default(null),
});
export type TestRunInput = z.output<typeof testRunInput>;

export const testRunUpdate = onlyKnown({
  ...described,
  ended_at: dateInput.nullable().describe('Null lets an ended run go on. A time in the future is taken as now.'),
}).partial();
export type TestRunUpdate = z.output<typeof testRunUpdate>;

/** Ends a test run now, by the clock of the server: that of a client may be slow. */
export const endedNow = '9999-12-31T00:00:00Z';

/** `search`: part of the name, label or build, ignoring case. */
export const testRunQuery = z.object({
  search: z.string().optional(),
  is_assigning: z
    .enum(['true'])
    .optional()
    .describe('Only test runs with `assign` that have not ended: they take requests that name no test run.'),
});
export type TestRunQuery = z.output<typeof testRunQuery>;
