import type { ResultSummary } from '../results-contract.ts';

export const rehearsalWord = 'Rehearsal';

/** Returns the note for few or simulated people; null with enough real ones, and with nobody. */
export function rehearsalWords({ health, exposure }: ResultSummary): string | null {
  if (health?.is_rehearsal !== true || exposure === null || exposure.total === 0) return null;
  return `${rehearsalWord}: few or simulated people. The results show that the setup works, not how real users behave.`;
}
