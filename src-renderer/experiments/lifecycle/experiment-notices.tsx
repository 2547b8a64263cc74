import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useFlagActions } from '../../flags/list/flag-actions.tsx';
import { flagQuery } from '../../flags/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { conclusionWords, servesWords } from '../words.ts';
import { ConcludeDialog } from './conclude-dialog.tsx';
import { UndoStopDialog } from './experiment-dialogs.tsx';
import classes from './experiment-page.module.css';
import { lifecycleWords } from './words.tsx';

const { notices: text } = lifecycleWords;

export function ExperimentNotices({ experiment }: { experiment: Experiment }) {
  return (
    <>
      {experiment.archived && (
        <Notice tone="neutral">
          {text.archived}
          {experiment.status === 'running' && text.stillRuns}
        </Notice>
      )}
      {experiment.status === 'draft' && experiment.start_date !== null && (
        <Notice tone="neutral">{text.scheduled(experiment.start_date)}</Notice>
      )}
      {experiment.status === 'running' && <ExposureProblem experiment={experiment} />}
      {experiment.status === 'complete' && <Ending experiment={experiment} />}
    </>
  );
}

/** Says what keeps a running experiment from exposing people. */
function ExposureProblem({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const { feature_flag: flagId, feature_flag_key: key } = experiment;
  const { data: flag } = useQuery({ ...flagQuery(project.id, flagId ?? 0), enabled: flagId !== null });
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
  if (!experiment.lacks_code) return null;
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
  const [isUndoing, setIsUndoing] = useState(false);
  const guard = useGuard('edit_definitions');
  const { id, conclusion, conclusion_comment: note, ending, serves } = experiment;
  return (
    <section className={classes.ending} aria-label={lifecycleWords.conclude.conclusion}>
      <span className={classes.endingTitle}>
        {conclusion === null ? text.noConclusion : text.conclusion(conclusionWords[conclusion])}
      </span>
      {ending !== null && <span>{text.endedOn(ending)}</span>}
      <StatusChip tone={serves === null ? 'warning' : 'info'}>{servesWords(experiment)}</StatusChip>
      {note !== '' && <p className={classes.note}>{note}</p>}
      <span className={classes.endingLinks}>
        {serves === null && (
          <Link to="/experiments/$experimentId/decide" params={{ experimentId: id }}>
            {text.rollOut}
          </Link>
        )}
        <Anchor component="button" type="button" fz="sm" onClick={() => setIsConcluding(true)}>
          {conclusion === null && note === '' ? text.addConclusion : text.changeConclusion}
        </Anchor>
        {experiment.can_undo_stop && (
          <Anchor component="button" type="button" fz="sm" {...guard} onClick={() => setIsUndoing(true)}>
            {lifecycleWords.undo.verb}
          </Anchor>
        )}
      </span>
      {isUndoing && <UndoStopDialog experiment={experiment} onClose={() => setIsUndoing(false)} />}
      {isConcluding && <ConcludeDialog experiment={experiment} onClose={() => setIsConcluding(false)} />}
    </section>
  );
}
