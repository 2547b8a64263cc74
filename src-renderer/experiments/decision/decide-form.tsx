import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Conclusion, Experiment, FlagOutcome } from '#server/experiments/contract.ts';
import type { ExperimentDecision } from '#server/experiments/decision/decision-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { offerUndo } from '../../ui/feedback/do-undoably.tsx';
import { isUnchanged } from '../../ui/form/changed-fields.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { OutdatedNotice } from '../../ui/form/save-actions.tsx';
import layout from '../../ui/layout.module.css';
import { ConclusionFields } from '../lifecycle/conclusion-fields.tsx';
import { rivalOf, useUpdateExperiment } from '../queries.ts';
import { ConfirmDecision } from './confirm-decision.tsx';
import classes from './decide.module.css';
import { useUndoStop } from './queries.ts';
import { RolloutFields } from './rollout-fields.tsx';
import { words } from './words.ts';

/** The chosen values; before that the recommendation's, if any. `base`: the decision when the first of them was chosen. */
type Chosen = {
  conclusion?: Conclusion | null;
  outcome?: FlagOutcome | undefined;
  note?: string;
  base?: ExperimentDecision;
};

/** Returns whether somebody else decided in between. */
const isOther = (one: ExperimentDecision, other: ExperimentDecision) => {
  const decided = ({ ending, conclusion, conclusion_comment: note }: ExperimentDecision) => ({
    ending,
    conclusion,
    note,
  });
  return !isUnchanged(decided(one), decided(other));
};

export function DecideForm({ decision }: { decision: ExperimentDecision }) {
  const [chosen, setChosen] = useState<Chosen>({});
  const [confirmed, setConfirmed] = useState<FlagOutcome | null>(null);
  // A ref, because a decision is saved and its page left before the next render.
  const isSaving = useRef(false);
  const { recommendation, rollouts } = decision;
  const recommended = recommendation.kind === 'ship' ? recommendation.conclusion : null;
  const conclusion = chosen.conclusion ?? decision.conclusion ?? recommended;
  const rival = rivalOf(decision);
  const free = chosen.outcome ?? (conclusion === null ? null : rollouts[conclusion]);
  // The flag stays as the other experiment needs it.
  const outcome = rival === null ? free : ({ kind: 'keep' } as const);
  const note = chosen.note ?? decision.conclusion_comment;
  const choose = (part: Chosen) => setChosen((current) => ({ base: decision, ...current, ...part }));
  const isOutdated = chosen.base !== undefined && !isSaving.current && isOther(chosen.base, decision);
  const decide = useDecide(decision, { conclusion, note });
  const save = async (of: FlagOutcome) => {
    isSaving.current = true;
    await decide(of).finally(() => {
      isSaving.current = false;
    });
  };
  const isNoteLost = () => !isSaving.current && note.trim() !== decision.conclusion_comment.trim();
  const hint =
    rival !== null
      ? words.taken(rival.name)
      : conclusion === null
        ? words.chooseFirst
        : rollouts[conclusion] === null
          ? words.chooseWinner
          : words.follows;
  return (
    <div className={classes.form}>
      <LeaveGuard isDirty={isNoteLost} what={words.unsavedNote} />
      {isOutdated && <OutdatedNotice what={words.name} effect={words.replaces} onReload={() => setChosen({})} />}
      <ConclusionFields
        value={{ conclusion, note }}
        recommended={recommended}
        // Another conclusion brings its own rollout.
        onChange={({ conclusion: next, note }) =>
          choose(next === conclusion ? { note } : { conclusion: next, outcome: undefined })
        }
      />
      <RolloutFields
        decision={decision}
        outcome={outcome}
        isFixed={rival !== null}
        hint={hint}
        onChange={(next) => choose({ outcome: next })}
      />
      <Buttons
        decision={decision}
        outcome={outcome}
        isConcluded={conclusion !== null}
        onDecide={(next) => {
          choose({});
          setConfirmed(next);
        }}
      />
      {confirmed !== null && (
        <ConfirmDecision
          decision={decision}
          conclusion={conclusion}
          outcome={confirmed}
          isOutdated={isOutdated}
          onConfirm={() => save(confirmed)}
          onClose={() => setConfirmed(null)}
        />
      )}
    </div>
  );
}

type ButtonsProps = {
  decision: ExperimentDecision;
  outcome: FlagOutcome | null;
  isConcluded: boolean;
  onDecide: (outcome: FlagOutcome) => void;
};

/** Shows the buttons; the primary one names what it does, and is disabled without a choice. */
function Buttons({ decision, outcome, isConcluded, onDecide }: ButtonsProps) {
  const guard = useGuard('edit_definitions');
  const navigate = useNavigate();
  const { id, status } = decision;
  const isRunning = status === 'running';
  const isReady = outcome !== null && isConcluded;
  const leave = () => void navigate({ to: '/experiments/$experimentId', params: { experimentId: id } });
  return (
    <div className={layout.wrap}>
      <Button {...guard} {...(!isReady && { disabled: true })} onClick={() => outcome !== null && onDecide(outcome)}>
        {isReady ? verbOf(outcome, isRunning) : isConcluded ? words.verbs.openRollout : words.verbs.open}
      </Button>
      {isRunning && outcome?.kind !== 'keep' && (
        <Button {...guard} variant="default" onClick={() => onDecide({ kind: 'keep' })}>
          {words.verbs.keep.running}
        </Button>
      )}
      <Button variant="subtle" onClick={leave}>
        {words.verbs.cancel}
      </Button>
    </div>
  );
}

function verbOf(outcome: FlagOutcome, isRunning: boolean): string {
  if (outcome.kind === 'ship') return words.verbs.ship(outcome.variant);
  return words.verbs[outcome.kind][isRunning ? 'running' : 'complete'];
}

type Concluded = { conclusion: Conclusion | null; note: string };

/** Returns a function that ends the run and changes its flag in one request, shows the experiment, and offers to undo both. */
function useDecide(experiment: Experiment, { conclusion, note }: Concluded) {
  const project = useProject();
  const navigate = useNavigate();
  const update = useUpdateExperiment(project.id);
  const undo = useUndoStop(project.id);
  const { id, name, status, feature_flag_key: key } = experiment;
  return async (outcome: FlagOutcome): Promise<void> => {
    await update.mutateAsync({
      id,
      ...(status === 'running' && { end_date: 'now' }),
      conclusion,
      conclusion_comment: note.trim(),
      flag_outcome: outcome,
    });
    await navigate({ to: '/experiments/$experimentId', params: { experimentId: id }, search: { tab: 'results' } });
    const done =
      outcome.kind === 'ship'
        ? words.done.ship(key, outcome.variant)
        : outcome.kind === 'off'
          ? words.done.off(key)
          : words.done.keep[status === 'running' ? 'running' : 'complete'](name);
    // What the flag of another experiment serves is not to be undone from here.
    const restore = rivalOf(experiment) === null ? () => undo.mutateAsync(id) : null;
    offerUndo({ noticeId: `experiment-${id}`, done, undo: restore });
  };
}
