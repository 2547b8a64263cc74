import type { GuardrailState } from '#server/experiments/results/verdict/guardrail-contract.ts';
import type { Tone } from '../../../ui/feedback/status-chip.tsx';

/** For rows and chips. */
export const guardrailChips = {
  not_harmed: { word: 'Not harmed', tone: 'ok' },
  harmed: { word: 'Harmed', tone: 'danger' },
  not_decided: { word: 'Not decided', tone: 'neutral' },
} satisfies Record<GuardrailState, { word: string; tone: Tone }>;
