import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useFlagActions } from '../../flags/list/flag-actions.tsx';
import { flagQuery } from '../../flags/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { conclusionWords } from '../list/experiment-words.ts';
import { missingCodeQuery } from '../queries.ts';
import classes from './experiment-page.module.css';
import { ConcludeDialog } from './stop-dialog.tsx';

/** What whoever looks at the experiment has to know first: what stops it from working, and what it came to. */
export function ExperimentNotices({ experiment }: { experiment: Experiment }) {
  return (
    <>
      {experiment.archived && (
        <Notice tone="neutral">
          This experiment is archived: it is kept with its results, out of the list.
          {experiment.status === 'running' && ' It still runs, and counts what happens.'}
        </Notice>
      )}
      {experiment.status !== 'complete' && experiment.start_date !== null && <Scheduled experiment={experiment} />}
      {experiment.status === 'running' && <NobodyExposed experiment={experiment} />}
      {experiment.status === 'complete' && <Ending experiment={experiment} />}
    </>
  );
}

function Scheduled({ experiment: { status, start_date: start } }: { experiment: Experiment }) {
  if (status !== 'draft' || start === null) return null;
  return (
    <Notice tone="neutral">
      It starts by itself on {formatDateTime(start)}. Its flag is on already; nothing counts before.
    </Notice>
  );
}

/** A running experiment that can expose nobody, and why. */
function NobodyExposed({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const { id, feature_flag: flagId, feature_flag_key: key } = experiment;
  const { data: flag } = useQuery({ ...flagQuery(project.id, flagId ?? 0), enabled: flagId !== null });
  const { data: missing } = useQuery(missingCodeQuery(project.id));
  const { setActive } = useFlagActions();
  if (flagId === null) {
    return (
      <Notice tone="warning">
        The flag <code>{key}</code> is deleted, so nobody gets a variant any more. Restore it among the{' '}
        <Link to="/feature-flags" search={{ deleted: true }}>
          deleted flags
        </Link>
        , or stop the experiment.
      </Notice>
    );
  }
  if (flag?.active === false) {
    return (
      <Notice tone="warning">
        The flag <code>{key}</code> is turned off, so nobody gets a variant.{' '}
        <Anchor component="button" type="button" fz="inherit" onClick={() => void setActive(flag, true)}>
          Turn it on
        </Anchor>
      </Notice>
    );
  }
  if (missing?.results.some((each) => each.id === id) !== true) return null;
  return (
    <Notice tone="warning">
      No app has asked for <code>{key}</code> yet, so nobody is exposed.{' '}
      <Link to="/experiments" search={{ tab: 'missing' }}>
        Show the code for your SDK
      </Link>
    </Notice>
  );
}

function Ending({ experiment }: { experiment: Experiment }) {
  const [isConcluding, setIsConcluding] = useState(false);
  const { conclusion, conclusion_comment: note } = experiment;
  return (
    <section className={classes.ending} aria-label="Conclusion">
      <span className={classes.endingTitle}>
        {conclusion === null ? 'Ended without a conclusion' : `Conclusion: ${conclusionWords[conclusion]}`}
      </span>
      {note !== '' && <p className={classes.note}>{note}</p>}
      <Anchor component="button" type="button" fz="sm" onClick={() => setIsConcluding(true)}>
        {conclusion === null && note === '' ? 'Add one' : 'Change'}
      </Anchor>
      {isConcluding && <ConcludeDialog experiment={experiment} onClose={() => setIsConcluding(false)} />}
    </section>
  );
}
