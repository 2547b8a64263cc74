import type { DecidedKind } from '../../decision/decided-contract.ts';
import type { Verdict } from './verdict-contract.ts';

/**
 * Returns how a running experiment is decided, or null. No clear difference is an answer only at the planned number of people: before,
 * it means that nothing is known yet.
 */
export function decidedAs({ kind, next }: Pick<Verdict, 'kind' | 'next'>): DecidedKind | null {
  if (kind === 'better' || kind === 'worse') return kind;
  const isAtPlan = next.some(({ code }) => code === 'stop_or_replan');
  return kind === 'no_clear_difference' && isAtPlan ? kind : null;
}
