import type { ExperimentStatus } from '#server/experiments/list-contract.ts';
import type { Health } from '#server/experiments/results/results-contract.ts';
import type { Schedule } from '#server/experiments/results/schedule-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { plannedWords } from '../../lifecycle/run-words.ts';

/** Returns how many new people came per day; null on the first day, of which hours are known, and after the end. */
export function paceText(status: ExperimentStatus, { per_day: perDay, schedule: { day } }: Health): string | null {
  return status === 'running' && day > 1 ? rateText(perDay) : null;
}

const rateText = (perDay: number) => formatCount(Number(perDay.toFixed(perDay < 10 ? 1 : 0)));

/** Explains the pace by the planned days; null without a plan. */
export function scheduleWords({ schedule, needed, per_day: perDay }: Health): string | null {
  const { day, planned_days: planned, pace } = schedule;
  if (pace === null || planned === null || needed === null) return null;
  const arrivals = `The plan needs ${rateText(needed / planned)} new people per day, and ${rateText(perDay)} arrive.`;
  const texts = {
    reached: 'The planned number of people is exposed.',
    as_planned: 'People arrive about as planned.',
    slower: arrivals,
    faster: arrivals,
  } satisfies Record<NonNullable<Schedule['pace']>, string>;
  return `Day ${formatCount(day)}${plannedWords(day, planned)}. ${texts[pace]}`;
}
