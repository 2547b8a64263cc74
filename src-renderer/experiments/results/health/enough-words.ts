import { countPeople, countWords } from '#server/core/text/numbers-contract.ts';
import type { Experiment } from '#server/experiments/contract.ts';
import type { Health, MetricResult } from '#server/experiments/results/results-contract.ts';
import { minExposures } from '#server/experiments/results/rules-contract.ts';
import { obstacles, stepAgainst } from '#server/experiments/results/verdict/obstacle-contract.ts';
import type { CountedPeople } from '#server/experiments/results/verdict/verdict-contract.ts';
import { endSoonerWords, leftWords } from '#server/experiments/results/words/days-contract.ts';
import {
  type About,
  findingWords,
  nobodyArrives,
  repeatLonger,
} from '#server/experiments/results/words/finding-words-contract.ts';
import { pastWindowWords, quotedNames } from '#server/experiments/results/words/people-contract.ts';
import type { Tone } from '../../../ui/feedback/status-chip.tsx';
import { formatCount } from '../../../ui/format.ts';
import type { HealthCheck } from './health-check.ts';

export const noAction = 'No action needed.';
/** Says whether the people who count are enough for the verdict. */
export function enoughCheck({ experiment, result, health, people }: Enough): HealthCheck {
  const isOver = result.verdict.standing !== 'open';
  const past = pastWindowWords(result.basis);
  const about = { experiment, result };
  return { id: 'enough', ...enoughWords[people.state]({ about, result, health, people, isOver, past }) };
}

type Enough = { experiment: Experiment; result: MetricResult; health: Health; people: CountedPeople };
type AboutEnough = Omit<Enough, 'experiment'> & { about: About; isOver: boolean; past: string };

const smallestWord = ({ smallest }: CountedPeople) =>
  `${formatCount(smallest)} of ${minExposures} in the smallest variant`;
/** Words the step that the verdict names, too. */
const against = (obstacle: keyof typeof obstacles, about: About) =>
  findingWords(stepAgainst(obstacle, about.experiment), about);
const openTone = (isOver: boolean): Tone => (isOver ? 'warning' : 'info');

const enoughWords = {
  too_few: ({ people, health, isOver, past }) => ({
    tone: openTone(isOver),
    word: smallestWord(people),
    cause: `Below ${minExposures} people${past} per variant, a single person changes the numbers too much for a verdict.`,
    next: isOver ? repeatLonger : waitWords(health),
  }),
  some_too_few: ({ result: { verdict }, people, isOver, past }) => {
    const few = quotedNames(people.few.map(({ variant }) => variant));
    return {
      tone: 'info',
      word: smallestWord(people),
      cause: `Below ${minExposures} people${past}, a single person changes the numbers too much: there is no verdict on ${few}. It does not change the verdict on “${verdict.variant}”.`,
      next: isOver
        ? noAction
        : `No action needed for “${verdict.variant}”. A verdict on ${few} needs ${minExposures} people.`,
    };
  },
  nothing_to_compare: ({ people, past, about }) => ({
    tone: 'info',
    word: obstacles.nothing_to_compare,
    cause: `${countWords(people.counted, 'person counts', 'people count')}${past}, but the metric has nothing to divide by in a variant.`,
    next: against('nothing_to_compare', about),
  }),
  no_control: ({ about }) => ({
    tone: 'warning',
    word: obstacles.no_control,
    cause: 'Nobody new gets control, so no variant is compared with it.',
    next: against('no_control', about),
  }),
  no_test_variant: ({ about }) => ({
    tone: 'warning',
    word: obstacles.no_test_variant,
    cause: 'Nobody new gets a test variant, so nothing is compared with control.',
    next: against('no_test_variant', about),
  }),
  need_unknown: ({ people: { counted }, isOver, past }) => ({
    tone: 'info',
    word: `${countWords(counted, 'person counts', 'people count')}`,
    cause: `At least ${minExposures}${past} in control and each variant with weight. The needed number is unknown: the value of control is missing or not above 0, the effect in Setup is impossible, or nobody new gets control or any test variant.`,
    next: isOver ? noAction : 'Plan the number of people in Setup.',
  }),
  fewer_than_needed: ({ result, people: { counted, needed: goal }, health, isOver, past }) => {
    const needed = formatCount(goal ?? 0);
    const isExposed = (result.exposure?.total ?? 0) >= (goal ?? 0);
    return {
      tone: openTone(isOver),
      word: `${formatCount(counted)} of ${needed} needed`,
      cause: `${countWords(counted, 'person counts', 'people count')}${past}. About ${needed} people are needed ${goalWords(health)}. With fewer, a real effect is easily missed, and a detected one is often overestimated.`,
      next: isOver
        ? 'Run it again for longer, or with a plan for a larger effect.'
        : isExposed
          ? 'Enough people are exposed. Wait for the end of their windows.'
          : waitWords(health),
    };
  },
  enough: ({ people: { counted, needed }, health, past }) => {
    const planned = needed === null ? '' : ` About ${formatCount(needed)} are needed ${goalWords(health)}.`;
    return {
      tone: 'ok',
      word: 'Enough data',
      cause: `${countWords(counted, 'person counts', 'people count')}${past}, at least ${minExposures} in control and each variant with weight.${planned}`,
      next: noAction,
    };
  },
} satisfies Record<CountedPeople['state'], (about: AboutEnough) => Omit<HealthCheck, 'id'>>;

const goalWords = ({ effect }: Health) =>
  effect === null ? 'by the plan' : `to detect a relative effect of ${effect}% (Setup has no planned number of people)`;

function waitWords({ needed, days_left: left, per_day: pace, too_long: tooLong, waits_for: few }: Health): string {
  if (pace <= 0) return nobodyArrives;
  const wait = 'Wait, or include more people.';
  if (left === null || left === 0) return wait;
  const people = pace < 1 ? 'less than 1 person' : countPeople(Math.round(pace));
  const advice = tooLong === null ? wait : endSoonerWords(tooLong);
  const who = few === null ? `${formatCount(needed ?? 0)} needed people` : `${minExposures} people of “${few}”`;
  return `At ${people} per day the ${who} take ${leftWords(left)} more. ${advice}`;
}
