import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Conclusion, Experiment } from '#server/experiments/contract.ts';
import type { ExperimentDecision } from '#server/experiments/decision/decision-contract.ts';
import type { FlagOutcome } from '#server/experiments/decision/ending-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { offerUndo } from '../../ui/feedback/do-undoably.tsx';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { OutdatedNotice } from '../../ui/form/save-actions.tsx';
import layout from '../../ui/layout.module.css';
import { useNavigateFromHere } from '../../ui/page/use-navigate-from-here.ts';
import { uiWords } from '../../ui/words.ts';
import { ConclusionFields } from '../lifecycle/conclusion-fields.tsx';
import { experimentQuery, rivalOf, useUpdateExperiment } from '../queries.ts';
import { ConfirmDecision } from './confirm-decision.tsx';
import classes from './decide.module.css';
import { decisionQuery, useUndoStop } from './queries.ts';
import { RolloutFields } from './rollout-fields.tsx';
import { words } from './words.ts';

type Choice = { conclusion: Conclusion | null; outcome: FlagOutcome | null; note: string };
/** The chosen values; before that the recommendation's, if any. `base`: what was decided when the first of them was chosen. */
type Chosen = { [Part in keyof Choice]?: Choice[Part] | undefined } & { base?: string };
type Confirmed = Choice & { outcome: FlagOutcome; base: string };

/** Returns a choice as text, to compare. */
const textOf = ({ conclusion, outcome, note }: Choice) => JSON.stringify([conclusion, outcome, note.trim()]);
const decidedOf = ({ conclusion, ending, conclusion_comment: note }: Experiment) =>
  textOf({ conclusion, outcome: ending?.outcome ?? null, note });

export function DecideForm({ decision }: { decision: ExperimentDecision }) {
  const [chosen, setChosen] = useState<Chosen>({});
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  const [isSaving, setSaving] = useState(false);
  const decide = useDecide(decision.id);
  const { recommendation, rollouts } = decision;
  const recommended = recommendation.kind === 'ship' ? recommendation.conclusion : null;
  const conclusion = chosen.conclusion ?? decision.conclusion ?? recommended;
  const rival = rivalOf(decision);
  const free = chosen.outcome ?? (conclusion === null ? null : rollouts[conclusion]);
  // The flag stays as the other experiment needs it.
  const outcome = rival === null ? free : ({ kind: 'keep' } as const);
  const note = chosen.note ?? decision.conclusion_comment;
  const saved = decidedOf(decision);
  const choose = (part: Chosen) => setChosen((current) => ({ base: saved, ...current, ...part }));
  const base = chosen.base ?? confirmed?.base ?? saved;
  const own = textOf(confirmed ?? { conclusion, outcome, note });
  const isOutdated = !isSaving && base !== saved && own !== saved;
  const save = async (choice: Confirmed) => {
    setSaving(true);
    const isDecided = await decide(choice, saved).finally(() => setSaving(false));
    if (!isDecided) setChosen(choice);
  };
  const isNoteLost = () => !isSaving && note.trim() !== decision.conclusion_comment.trim();
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
      {isOutdated && <OutdatedNotice what={words.name} effect={words.replaces} onReload={() => setChosen({})} />}
      <Buttons
        decision={decision}
        outcome={outcome}
        isConcluded={conclusion !== null}
        onDecide={(next) => setConfirmed({ conclusion, outcome: next, note, base: saved })}
      />
      {confirmed !== null && (
        <ConfirmDecision
          decision={decision}
          conclusion={confirmed.conclusion}
          outcome={confirmed.outcome}
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
  const { id, name, feature_flag_key: key, status } = decision;
  const isRunning = status === 'running';
  const isReady = outcome !== null && isConcluded;
  const leave = () => void navigate({ to: '/experiments/$experimentId', params: { experimentId: id } });
  return (
    <div className={layout.wrap}>
      <Button {...guard} {...(!isReady && { disabled: true })} onClick={() => outcome !== null && onDecide(outcome)}>
        {isReady ? words.verb(outcome, { key, name, isRunning }) : isConcluded ? words.openRollout : words.open}
      </Button>
      {isRunning && outcome?.kind !== 'keep' && (
        <Button {...guard} variant="default" onClick={() => onDecide({ kind: 'keep' })}>
          {words.verb({ kind: 'keep' }, { key, name, isRunning })}
        </Button>
      )}
      <Button variant="subtle" onClick={leave}>
        {uiWords.cancel}
      </Button>
    </div>
  );
}

/**
 * Returns a function that ends the run and changes its flag in one request, shows the experiment, and offers to undo both. It
 * returns false, and changes nothing, if something else was decided than what was `shown`.
 */
function useDecide(id: number) {
  const project = useProject();
  const client = useQueryClient();
  const navigate = useNavigateFromHere();
  const update = useUpdateExperiment(project.id);
  const undo = useUndoStop(project.id);
  return async (choice: Confirmed, shown: string): Promise<boolean> => {
    const experiment = await client.fetchQuery({ ...experimentQuery(project.id, id), staleTime: 0 });
    if (![shown, textOf(choice)].includes(decidedOf(experiment))) {
      await client.refetchQueries({ queryKey: decisionQuery(project.id, id).queryKey });
      return false;
    }
    const { conclusion, outcome, note } = choice;
    const { name, status, feature_flag_key: key } = experiment;
    await update.mutateAsync({
      id,
      ...(status === 'running' && { end_date: 'now' }),
      conclusion,
      conclusion_comment: note.trim(),
      flag_outcome: outcome,
    });
    await navigate({ to: '/experiments/$experimentId', params: { experimentId: id }, search: { tab: 'results' } });
    const done = words.done(outcome, { key, name, isRunning: status === 'running' });
    // What the flag of another experiment serves is not to be undone from here.
    const restore = rivalOf(experiment) === null ? () => undo.mutateAsync(id) : null;
    offerUndo({ noticeId: `experiment-${id}`, done, undo: restore });
    return true;
  };
}
