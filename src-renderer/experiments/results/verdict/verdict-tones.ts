import type { Guardrail } from '#server/experiments/results/verdict/guardrail-contract.ts';
import type { VariantOutcome, Verdict, VerdictKind } from '#server/experiments/results/verdict/verdict-contract.ts';
import { shortVerdict } from '#server/experiments/results/words/verdict-words-contract.ts';
import type { Tone } from '../../../ui/feedback/status-chip.tsx';
import { guardrailChips } from './guardrail-words.ts';

export const verdictTones = {
  no_metric: 'neutral',
  draft: 'neutral',
  no_exposures: 'info',
  collecting: 'info',
  unhealthy: 'danger',
  better: 'ok',
  worse: 'danger',
  leaning: 'info',
  no_clear_difference: 'neutral',
  reference: 'neutral',
} satisfies Record<VerdictKind | VariantOutcome, Tone>;

/** Names the outcome of a variant in a row; of a guardrail, whether it is harmed. */
export function outcomeShown(
  verdict: Pick<Verdict, 'standing'>,
  outcome: VariantOutcome,
  guardrail: Pick<Guardrail, 'state'> | undefined,
): { word: string; tone: Tone } {
  return guardrail === undefined
    ? { word: shortVerdict(verdict, outcome), tone: verdictTones[outcome] }
    : guardrailChips[guardrail.state];
}

/** Returns the tone of a verdict; a better variant that harms a guardrail is not shown as good. */
export function verdictTone({ kind, guardrail_state: state }: Verdict): Tone {
  if (kind !== 'better' || state === null || state === 'not_harmed') return verdictTones[kind];
  return state === 'harmed' ? 'warning' : 'info';
}
