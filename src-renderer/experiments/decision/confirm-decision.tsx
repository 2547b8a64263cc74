import type { Conclusion } from '#server/experiments/contract.ts';
import type { ExperimentDecision } from '#server/experiments/decision/decision-contract.ts';
import type { FlagOutcome } from '#server/experiments/decision/ending-contract.ts';
import { plannedDays, runDay } from '#server/experiments/results/schedule-contract.ts';
import { guardrailWords } from '#server/experiments/results/words/guardrail-words-contract.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { uiWords } from '../../ui/words.ts';
import { rivalOf } from '../queries.ts';
import { conclusionWords } from '../words.ts';
import { openGuardrails, recommendedInstead } from './recommended.ts';
import { effectWords } from './rollout-fields.tsx';
import { words } from './words.ts';

const { confirm: text } = words;

type Props = {
  decision: ExperimentDecision;
  conclusion: Conclusion | null;
  outcome: FlagOutcome;
  isOutdated: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks for confirmation of what apps will get. */
export function ConfirmDecision({ decision, conclusion, outcome, isOutdated, onConfirm, onClose }: Props) {
  const { name, feature_flag_key: key, status, start_date: start, rollouts } = decision;
  const isRunning = status === 'running';
  const decided = { key, name, isRunning };
  const planned = plannedDays(decision);
  const day = start === null ? 1 : runDay(Date.parse(start), Date.now());
  // A flag that another experiment has leaves nothing to choose.
  const isTaken = rivalOf(decision) !== null;
  const following = conclusion === null ? null : rollouts[conclusion];
  const isOther = !isTaken && following !== null && JSON.stringify(following) !== JSON.stringify(outcome);
  const instead = isTaken ? null : recommendedInstead(decision.recommendation, outcome);
  const open = openGuardrails(decision.result.verdict.guardrails, outcome);
  return (
    <ConfirmDialog
      isHarmless={open.every(({ state }) => state !== 'harmed')}
      size="lg"
      title={text.title(outcome, decided)}
      verb={text.verb(outcome, decided)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isOutdated && <p>{uiWords.form.changedElsewhere(words.name, words.replaces)}</p>}
      <p>{effectWords(decision, outcome)}</p>
      {open.map((guardrail) => (
        <p key={guardrail.index}>{text.guardrail(guardrailWords(guardrail, decision))}</p>
      ))}
      {outcome.kind === 'keep' && decision.serves === null && <p>{text.keeps}</p>}
      {isRunning && <p>{text.stops}</p>}
      {isRunning && planned !== null && day < planned && <p>{text.early(day, planned)}</p>}
      {isOther && conclusion !== null && <p>{text.differs(conclusionWords[conclusion])}</p>}
      {instead !== null && <p>{text.instead(instead)}</p>}
      {!isTaken && <p>{text.undo}</p>}
    </ConfirmDialog>
  );
}
