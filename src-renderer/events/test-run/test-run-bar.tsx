import { Button } from '@mantine/core';
import { IconPlayerRecordFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TestRun } from '#server/test-runs/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useEndRun } from '../../test-runs/run/use-end-run.ts';
import { assignmentWords } from '../../test-runs/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import classes from './test-run.module.css';
import { words } from './words.tsx';

type Props = { onShow: (name: string) => void };

/** Lists test runs that take what arrives now, each with its counts and the button that ends it. */
export function TestRunBar({ runs, onShow }: Props & { runs: readonly TestRun[] }) {
  return (
    <ul className={classes.bar} data-tone="info" aria-label={words.bar}>
      {runs.map((run) => (
        <li key={run.name} className={classes.run}>
          <AssigningRun run={run} onShow={onShow} />
        </li>
      ))}
    </ul>
  );
}

function AssigningRun({ run, onShow }: Props & { run: TestRun }) {
  const end = useEndRun();
  const { name, assign, events, started_at: startedAt, superseded_by: supersededBy } = run;
  const link = (
    <Link to="/test-runs/run/$name" params={{ name }} className="mono">
      {name}
    </Link>
  );
  return (
    <>
      <Icon of={IconPlayerRecordFilled} className={classes.on} />
      <span className={classes.text}>
        {supersededBy !== null
          ? words.superseded(link, supersededBy)
          : assign !== null && words.takes(link, assignmentWords(assign), <RelativeTime date={startedAt} />)}
      </span>
      <span className={classes.count}>{words.events(events)}</span>
      <Button size="compact-xs" variant="subtle" aria-label={words.showOf(name)} onClick={() => onShow(name)}>
        {words.show}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={words.endOf(name)}
        {...useGuard('write')}
        onClick={() => void end(run)}
      >
        {words.end}
      </Button>
    </>
  );
}
