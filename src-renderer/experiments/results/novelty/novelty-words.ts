import type {
  NoveltyChange,
  NoveltyJudgement,
  NoveltyState,
} from '#server/experiments/results/novelty/novelty-contract.ts';
import { liftIntervalText, liftText, pWords } from '#server/experiments/results/words/result-text-contract.ts';
import { formatCount } from '../../../ui/format.ts';

export const noveltyStates = {
  no_metric: 'No metric chosen yet.',
  not_for_kind: 'Ratios and retention have no value by day.',
  window_too_short: 'The metric’s window ends before the first day does.',
  no_exposures: 'Nobody is exposed.',
  no_full_day: 'Nobody is a full day past their exposure.',
} satisfies Record<Exclude<NoveltyState, 'ready'>, string>;

const judgements = {
  fading: 'The effect is smaller in later days than on the first.',
  growing: 'The effect is larger in later days than on the first.',
  reversed: 'The effect reverses: its sign is different in later days.',
  steady: 'No change of the lift with the days since exposure was found.',
  no_later_days: 'The metric’s window ends before the second day does, so no later days compare with the first.',
  too_early: 'Fewer than half of the people are past their second day, so nothing compares with the first.',
  too_little: 'Too few people or conversions, or too skewed values, to compare later days with the first.',
} satisfies Record<NoveltyJudgement, string>;

/** Returns "Day 0", "Days 4–7". */
export const spanText = (from: number, to: number) => (from === to ? `Day ${from}` : `Days ${from}–${to}`);

/** Says how the lift of a variant changes with the days since exposure, with the numbers of the same people. */
export function changeText({ key, judgement, people, first, later, p_value: p }: NoveltyChange): string {
  const sentence = `${key}: ${judgements[judgement]}`;
  if (first === null || later === null || p === null) return sentence;
  const liftOf = ({ lift, lift_interval: interval }: typeof first) =>
    `${liftText(lift, interval)} (${liftIntervalText(interval)})`;
  const days = spanText(later.from_day, later.to_day).toLowerCase();
  return `${sentence} Lift ${liftOf(first)} on day 0, ${liftOf(later)} in ${days}, of the same ${formatCount(people)} people; p ${pWords(p)}, one look.`;
}

export const noveltyWords = {
  about: 'Each row counts the people for whom these days have passed. A day is 24 hours since the exposure.',
  cause: 'Something else that changed meanwhile can look the same.',
  once: 'A person converts once, so a smaller lift later can also mean that people convert sooner.',
  table: (metric: string) => `${metric} by days since exposure`,
  chart: (metric: string, variant: string) => `Lift of ${variant} by days since exposure: ${metric}`,
  variant: 'Variant in the chart',
  what: 'The effect by days since exposure',
  days: 'Days since exposure',
};
