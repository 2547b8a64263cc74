import type { DecidedKind } from '../../decision/decided-contract.ts';
import type { Verdict } from './verdict-contract.ts';

/**
 * Returns the decision of a running experiment, or null. "No clear difference" is one only at the planned number of people:
 * before, it means that nothing is known yet.
 */
export function decidedAs({ kind, next, people }: Pick<Verdict, 'kind' | 'next' | 'people'>): DecidedKind | null {
  if (kind === 'better' || kind === 'worse') return kind;
  // A harm replaces the advice to stop or to replan.
  const isHarmful = people?.state === 'enough' && next.some(({ code }) => code === 'stop_for_harm');
  const isAtPlan = isHarmful || next.some(({ code }) => code === 'stop_or_replan');
  return kind === 'no_clear_difference' && isAtPlan ? kind : null;
}
