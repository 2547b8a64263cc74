import type { Ending } from '#server/experiments/decision/ending-contract.ts';
import { formatCount } from '../../ui/format.ts';
import { plannedWords } from './run-words.ts';

/** Returns "day 3 of 14, with 620 of 1,000 planned people counted". */
export function endedWords({ day, planned_days: days, people, planned_people: planned }: Ending): string {
  const onDay = `day ${formatCount(day)}${days === null ? '' : plannedWords(day, days)}`;
  return people === null || planned === null
    ? onDay
    : `${onDay}, with ${formatCount(people)} of ${formatCount(planned)} planned people counted`;
}
