import { countWords } from '#server/core/text/numbers-contract.ts';
import { baselineDays } from '#server/experiments/planning/plan-contract.ts';
import { finalShare, lookShare } from '#server/experiments/results/rules-contract.ts';
import { daysWords, windowWords } from '#server/experiments/results/words/days-contract.ts';
import { defaultPower } from '#server/statistics/contract.ts';
import { formatCount, formatPercent } from '../../../ui/format.ts';

const lastDays = `the last ${baselineDays} days`;
const enterEstimate = 'No data: enter an estimate';
const rounded = (value: number) => formatCount(Number(value.toPrecision(3)));

export const words = {
  title: 'Plan',
  calculating: 'Calculating …',
  effect: 'Minimum detectable effect',
  effectHint: (isFall: boolean) => `Relative ${isFall ? 'decrease' : 'increase'}, in percent`,
  suchAs: (example: string) => `Such as ${example}`,
  baseline: 'Baseline',
  baselineHints: {
    entered: (known: string | null) => `Entered; ${lastDays}: ${known ?? 'no data'}`,
    none: enterEstimate,
    captured: `From ${lastDays}; enter a value to replace it`,
  },
  dispersion: 'Dispersion',
  dispersionHints: {
    entered: (known: number | null) =>
      `Variance / mean, entered; ${lastDays}: ${known === null ? 'no data' : rounded(known)}`,
    none: 'Variance / mean; 1: independent events',
    required: `Variance / mean. ${enterEstimate}`,
    captured: `Variance / mean of ${lastDays}; enter a value to replace it`,
  },
  perDay: 'New people per day',
  perDayHints: { entered: 'Entered', none: enterEstimate, captured: `From ${lastDays}; enter a value to replace it` },
  people: 'People in total',
  inEach: (people: number) => `${formatCount(people)} in each variant`,
  days: 'Days',
  noPace: 'needs new people per day',
  /** People count when their window has passed. */
  pace: (perDay: number, window: number | null) =>
    `at ${rounded(perDay)} people per day${window === null ? '' : `; the ${windowWords(window)} of the last one comes after`}`,
  power: (effect: number | null, comparisons: number) =>
    `About ${formatPercent(defaultPower)} chance of detecting a true change of ${effect}% at this size. False positives${comparisons > 1 ? ` over all ${comparisons} comparisons` : ''}: at most ${formatPercent(finalShare)} at the end, and ${formatPercent(lookShare)} at all looks before.`,
  notSaved: 'No plan is saved yet.',
  saved: (people: number, days: number | null) =>
    `Saved: ${formatCount(people)} people${days === null ? '' : ` in ${daysWords(days)}`}.`,
  usePlan: 'Use this plan',
  missing: {
    effect: 'Enter the minimum detectable effect.',
    baseline: 'Choose a metric with data, or enter a baseline.',
    dispersion: 'Enter the dispersion: variance / mean.',
    zero: 'A baseline of 0 cannot change. Enter an expected baseline.',
    share: 'A plan needs a baseline below 100%.',
    effectMost: (most: number, isOfBaseline: boolean) =>
      `${isOfBaseline ? 'At this baseline the' : 'The'} effect can be at most ${formatCount(most)}%.`,
    fall: 'A decrease must be below 100%.',
    negative: 'A relative change needs a baseline above 0. Enter an expected baseline.',
    weights: 'Each variant needs a weight above 0%.',
    audience: 'Complete the audience to plan the days.',
    nobody: 'The audience reaches no known person, so the people per day are unknown.',
  },
  weeks: {
    label: 'Detectable changes by weeks',
    after: 'After',
    weeks: (weeks: number) => countWords(weeks, 'week'),
    people: 'People',
    increase: 'Detectable increase',
    decrease: 'Detectable decrease',
    none: 'None',
  },
  simulated: {
    title: 'Simulate the plan',
    hint: (tests: number) =>
      `Draws experiments at the planned pace and judges each on every day, by the rules of the results page.${tests > 1 ? ' Only the smallest test variant has the effect.' : ''}`,
    cut: (planned: number, days: number) =>
      `The plan takes ${daysWords(planned)}. At most ${days} days are simulated, with the final test at their end.`,
    duration: 'Duration',
    effect: 'True effect',
    effectOf: (effect: number, isFall: boolean) =>
      effect === 0 ? 'none' : `${isFall ? '−' : '+'}${Number(effect.toPrecision(3))}%`,
    start: (runs: number) => `Simulate ${runs} runs`,
    stop: 'Stop',
    progress: 'Simulated runs',
    done: (runs: number, of: number) => `${runs} of ${of} runs`,
    what: 'simulate the plan',
  },
  curve: 'Curve',
  curves: {
    power: {
      tab: 'Power',
      hint: 'The chance of detecting a change, by its true size.',
      label: 'Power by true change',
      x: 'true change',
      y: 'power',
    },
    days: {
      tab: 'Over time',
      hint: 'The smallest detectable change, by duration.',
      label: 'Smallest detectable change by days',
      x: 'days',
      y: 'change',
    },
  },
  asTable: (label: string) => `${label}, as a table`,
};
