import type { Experiment } from '#server/experiments/contract.ts';
import type { Guardrail, GuardrailState } from '#server/experiments/results/verdict/guardrail-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { words } from '../words.ts';
import classes from './guardrail-list.module.css';
import { guardrailChips, guardrailWords } from './guardrail-words.ts';

type Props = { experiment: Pick<Experiment, 'variants'>; guardrails: readonly Guardrail[] };

/** Shows whether each guardrail is harmed, with the interval that decides. */
export function GuardrailList({ experiment, guardrails }: Props) {
  if (guardrails.length === 0) return null;
  return (
    <ul className={classes.guardrails} aria-label={words.verdict.guardrails}>
      {guardrails.map((one) => (
        <li key={`${one.index} ${one.variant}`} className={classes.guardrail}>
          <GuardrailChip state={one.state} />
          <span>
            <Terms>{guardrailWords(one, experiment)}</Terms>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function GuardrailChip({ state }: { state: GuardrailState }) {
  const { word, tone } = guardrailChips[state];
  return <StatusChip tone={tone}>{word}</StatusChip>;
}
