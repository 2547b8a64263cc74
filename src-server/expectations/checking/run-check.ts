import type { Clock } from '../../core/clock.ts';
import { existing } from '../../core/sql.ts';
import { poll } from '../../events/poll.ts';
import type { Tail } from '../../events/tail.ts';
import type { Check, CheckResult } from '../contract.ts';
import { statusOfAll } from '../evaluation/conclude.ts';
import type { ExpectationQueries } from '../queries.ts';
import type { CheckAnswer } from './read-check.ts';

type Parts = { queries: ExpectationQueries; tail: Tail; clock: Clock };
type Asked = {
  projectId: number;
  testRun: string;
  expectations: readonly CheckResult['expectation'][];
  waitMs: number;
  gone: AbortSignal;
};

/** Milliseconds between looks while events wait in the spool: that it is empty is no commit. */
const spoolLookMs = 500;

/**
 * Evaluates expectations over a test run until all are decided. When the time is up, pending ones pass or fail by the events so far.
 * Throws 503 when that cannot be decided.
 */
export async function runCheck(
  { queries, tail, clock }: Parts,
  { projectId, testRun, expectations: rules, waitMs, gone }: Asked,
): Promise<Check> {
  const ask = (since: number | null, open: 'wait' | 'decide') =>
    queries.check({ projectId, testRun, rules, now: clock.now(), open, hasSpooled, since });
  let last: CheckAnswer | undefined;
  let hasSpooled = false;
  const msToClose = ({ closesAt }: CheckAnswer) => (closesAt ?? Number.POSITIVE_INFINITY) - clock.now();
  const look = async () => {
    const hadSpooled = hasSpooled;
    // Read first: an event that leaves the spool meanwhile may not have been seen.
    ({ hasSpooled } = tail);
    const since = last === undefined || hadSpooled || msToClose(last) < 0 ? null : last.cursor;
    last = existing((await ask(since, 'wait')) ?? last);
    return last;
  };
  const stateOf = ({ verdicts }: CheckAnswer) => (verdicts === null ? 'waiting' : 'done');
  const lookAgainIn = (answer: CheckAnswer) => Math.min(msToClose(answer) + 1, hasSpooled ? spoolLookMs : Infinity);
  const { verdicts } = await poll({ tail, waitMs, gone, isDecidedByTime: true, look, stateOf, lookAgainIn });
  const concluded = verdicts ?? existing(await ask(null, 'decide')).verdicts;
  const results = rules.map((expectation, index) => ({ expectation, ...existing(concluded?.[index]) }));
  return { status: statusOfAll(results), results };
}
