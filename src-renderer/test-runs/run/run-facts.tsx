import { Link } from '@tanstack/react-router';
import type { Assignment, TestRun } from '#server/test-runs/contract.ts';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { assignmentWords } from '../words.ts';
import classes from './test-run-page.module.css';
import { words } from './words.ts';

/** Shows the counts of a test run in a line. */
export function RunFacts({ run }: { run: TestRun }) {
  const { events, dropped, rejected, build, assign } = run;
  return (
    <p className={classes.facts}>
      <span>{words.events(events)}</span>
      <Discards run={run} status="dropped">
        {words.dropped(dropped)}
      </Discards>
      <Discards run={run} status="rejected">
        {words.rejected(rejected)}
      </Discards>
      {build !== '' && <span>{words.build(build)}</span>}
      <span>
        {words.started} <RelativeTime date={run.started_at} />
      </span>
      {run.ended_at !== null && (
        <span>
          {words.ended} <RelativeTime date={run.ended_at} />
        </span>
      )}
      {assign !== null && <span>{assigned(run, assign)}</span>}
    </p>
  );
}

function assigned({ ended_at: endedAt, superseded_by: by }: TestRun, assign: Assignment): string {
  if (by !== null) return words.superseded(by);
  return words[endedAt === null ? 'takes' : 'took'](assignmentWords(assign));
}

type DiscardsProps = { run: TestRun; status: 'dropped' | 'rejected'; children: string };

/** Links a count to what it counts. */
function Discards({ run, status, children }: DiscardsProps) {
  if (run[status] === 0) return <span>{children}</span>;
  return (
    <span>
      <Link to="/live" search={{ q: `test_run:${run.name}`, status }}>
        {children}
      </Link>
    </span>
  );
}
