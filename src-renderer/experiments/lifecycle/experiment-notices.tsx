import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useFlagActions } from '../../flags/list/flag-actions.tsx';
import { flagQuery } from '../../flags/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { missingCodeQuery } from '../queries.ts';
import { conclusionWords } from '../words.ts';
import classes from './experiment-page.module.css';
import { ConcludeDialog } from './stop-dialog.tsx';
import { words } from './words.tsx';

const { notices: text } = words;

export function ExperimentNotices({ experiment }: { experiment: Experiment }) {
  return (
    <>
      {experiment.archived && (
        <Notice tone="neutral">
          {text.archived}
          {experiment.status === 'running' && text.stillRuns}
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
  return <Notice tone="neutral">{text.scheduled(start)}</Notice>;
}

/** Says why a running experiment exposes nobody. */
function NobodyExposed({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const { id, feature_flag: flagId, feature_flag_key: key } = experiment;
  const { data: flag } = useQuery({ ...flagQuery(project.id, flagId ?? 0), enabled: flagId !== null });
  const { data: missing } = useQuery(missingCodeQuery(project.id));
  const { setActive } = useFlagActions();
  if (flagId === null) {
    return <Notice tone="warning">{text.flagDeleted(key)}</Notice>;
  }
  if (flag?.active === false) {
    return (
      <Notice tone="warning">
        {text.flagOff(key)}{' '}
        <Anchor component="button" type="button" fz="inherit" onClick={() => setActive(flag, true)}>
          {text.turnOn}
        </Anchor>
      </Notice>
    );
  }
  if (missing?.results.some((each) => each.id === id) !== true) return null;
  return (
    <Notice tone="warning">
      {text.notRequested(key)}{' '}
      <Link to="/experiments" search={{ tab: 'missing' }}>
        {text.showCode}
      </Link>
    </Notice>
  );
}

function Ending({ experiment }: { experiment: Experiment }) {
  const [isConcluding, setIsConcluding] = useState(false);
  const { conclusion, conclusion_comment: note } = experiment;
  return (
    <section className={classes.ending} aria-label={words.stop.conclusion}>
      <span className={classes.endingTitle}>
        {conclusion === null ? text.noConclusion : text.conclusion(conclusionWords[conclusion])}
      </span>
      {note !== '' && <p className={classes.note}>{note}</p>}
      <Anchor component="button" type="button" fz="sm" onClick={() => setIsConcluding(true)}>
        {conclusion === null && note === '' ? text.addConclusion : text.changeConclusion}
      </Anchor>
      {isConcluding && <ConcludeDialog experiment={experiment} onClose={() => setIsConcluding(false)} />}
    </section>
  );
}
