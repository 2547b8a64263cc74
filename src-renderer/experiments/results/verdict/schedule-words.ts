import type { Health } from '#server/experiments/results/results-contract.ts';
import type { Schedule } from '#server/experiments/results/schedule-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { plannedWords } from '../../lifecycle/run-words.ts';

const rate = (perDay: number) => formatCount(Number(perDay.toFixed(perDay < 10 ? 1 : 0)));

/** Explains the pace by the planned days; null without a plan. */
export function scheduleWords({ schedule, needed, per_day: perDay }: Health): string | null {
  const { day, planned_days: planned, pace } = schedule;
  if (pace === null || planned === null || needed === null) return null;
  const arrivals = `The plan needs ${rate(needed / planned)} new people per day, and ${rate(perDay)} arrive.`;
  const texts = {
    reached: 'The planned number of people is exposed.',
    as_planned: 'People arrive about as planned.',
    slower: arrivals,
    faster: arrivals,
  } satisfies Record<NonNullable<Schedule['pace']>, string>;
  return `Day ${formatCount(day)}${plannedWords(day, planned)}. ${texts[pace]}`;
}
