import { percentText } from '../../../core/text/numbers-contract.ts';
import type { Deciding } from '../verdict/guardrail-contract.ts';
import { liftIntervalText, liftText } from './result-text-contract.ts';

/**
 * Returns "lift +3.0%, always-valid 99% interval −1.0 to +7.0%", with "over 9 comparisons" where there are several; `after`: what
 * the lift was adjusted by.
 */
export function decidingText({ lift, interval, level, comparisons, basis }: Deciding, after = ''): string {
  const name = `${percentText(level ?? 0)} interval${comparisons > 1 ? ` over ${comparisons} comparisons` : ''}`;
  return `lift${after} ${liftText(lift, interval)}, ${basis === 'plan' ? name : `always-valid ${name}`} ${liftIntervalText(interval)}`;
}

/** Returns a sentence that says when the interval holds; none without an interval. */
export function decidingSentence(deciding: Deciding, after = ''): string[] {
  if (deciding.interval === null) return [];
  const text = decidingText(deciding, after);
  // Later people do not change it.
  if (deciding.basis === 'plan') return [`At the planned number of people: ${text}.`];
  return [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
}
