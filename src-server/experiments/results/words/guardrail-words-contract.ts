import type { Experiment } from '../../contract.ts';
import { type Guardrail, type GuardrailState, guardsAlone } from '../verdict/guardrail-contract.ts';
import type { Verdict, VerdictKind } from '../verdict/verdict-contract.ts';
import { decidingSentence } from './deciding-contract.ts';

const phrases = {
  not_harmed: { only: 'and no guardrail harmed', of: (variant) => `“${variant}” harms no guardrail` },
  harmed: { only: 'a guardrail is harmed', of: (variant) => `“${variant}” harms a guardrail` },
  not_decided: { only: 'guardrails not decided', of: (variant) => `guardrails of “${variant}” not decided` },
} satisfies Record<GuardrailState, { only: string; of: (variant: string) => string }>;

/** Verdicts that mention only harmed guardrails, as nobody would ship them. */
const withHarm = new Set<VerdictKind>(['leaning', 'no_clear_difference', 'worse']);

/**
 * Returns what a verdict says of its guardrails: "and no guardrail harmed"; null without guardrails. Of several variants it names
 * one.
 */
export function guardrailPhrase(verdict: Verdict): string | null {
  const { kind, variant, guardrail_state: state } = verdict;
  if (state === null) return null;
  if (kind === 'better') return guardsAlone(verdict) ? phrases[state].only : phrases[state].of(variant ?? '');
  return state === 'harmed' && withHarm.has(kind) ? phrases[state].only : null;
}

/** Follows a verdict: ", and no guardrail harmed". */
export function guardrailSuffix(verdict: Verdict): string {
  const phrase = guardrailPhrase(verdict);
  return phrase === null ? '' : `, ${phrase}`;
}

/** Returns a sentence on one guardrail, which names the variant where there are several. */
export function guardrailWords(guardrail: Guardrail, { variants }: Pick<Experiment, 'variants'>): string {
  const { name, variant, state } = guardrail;
  const of = variants.length > 2 ? ` for “${variant}”` : '';
  return [`“${name}”${of}: ${sentences[state](guardrail)}`, ...decidingSentence(guardrail)].join(' ');
}

const sentences: Record<GuardrailState, (guardrail: Guardrail) => string> = {
  not_harmed: ({ margin }) => `not harmed by ${margin}% or more.`,
  harmed: ({ margin }) => `harmed. It is worse than control, and harm of over ${margin}% is not ruled out.`,
  not_decided: ({ margin }) => `not decided. Harm of over ${margin}% is not ruled out.`,
};
