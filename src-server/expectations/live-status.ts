import type { Clock } from '../core/clock.ts';
import { existing } from '../core/sql.ts';
import type { Tail } from '../events/tail.ts';
import type { CheckResult, Expectation, TestRunStatus } from './contract.ts';
import { type RuleResult, statusOfAll } from './evaluation/conclude.ts';
import type { ExpectationQueries } from './queries.ts';
import type { StoredExpectation } from './store.ts';

type Parts = { queries: ExpectationQueries; tail: Tail; clock: Clock };

/** Read before the events: one that leaves the spool meanwhile may not be seen. */
const openOf = ({ hasSpooled }: Tail) => (hasSpooled ? 'spooled' : 'pending');

/** Adds the present status to expectations; reads those of each test run at once. */
export async function withStatus(
  { queries, tail, clock }: Parts,
  projectId: number,
  expectations: readonly StoredExpectation[],
): Promise<Expectation[]> {
  const open = openOf(tail);
  const groups = [...Map.groupBy(expectations, ({ test_run: testRun }) => testRun)];
  const read = groups.map(async ([testRun, rules]) => {
    const answer = await queries.check({ projectId, testRun, rules, now: clock.now(), open, since: null });
    return rules.map((rule, index): [StoredExpectation, RuleResult | undefined] => [rule, answer?.verdicts?.[index]]);
  });
  const verdicts = new Map((await Promise.all(read)).flat());
  return expectations.map((expectation) => {
    const { status, found, nearest } = existing(verdicts.get(expectation));
    return { ...expectation, status, found, nearest };
  });
}

/** Evaluates expectations over one test run by the events so far. */
export async function statusWithin(
  { queries, tail, clock }: Parts,
  {
    projectId,
    testRun,
    expectations: rules,
  }: { projectId: number; testRun: string; expectations: readonly CheckResult['expectation'][] },
): Promise<TestRunStatus> {
  if (rules.length === 0) return { status: null, results: [] };
  const open = openOf(tail);
  const answer = await queries.check({ projectId, testRun, rules, now: clock.now(), open, since: null });
  const results = rules.map((expectation, index) => ({ expectation, ...existing(answer?.verdicts?.[index]) }));
  return { status: statusOfAll(results), results };
}
