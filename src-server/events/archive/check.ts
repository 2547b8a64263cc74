import { dayMs } from '../../core/text/time-contract.ts';
import type { ArchiveCheck } from './archive-contract.ts';
import type { DailyCount } from './daily-counts.ts';

/** Maximum differences listed; the total is also reported. */
const maxListed = 100;

/** Compares the counts of SQLite with those of the archive, in any order. `unequal`: addresses of unequal replicas. */
export function compareCounts(
  stored: readonly DailyCount[],
  archived: readonly DailyCount[],
  unequal: string[],
): ArchiveCheck {
  const keyOf = ({ event, day }: DailyCount) => `${day} ${event}`;
  const byKey = new Map(archived.map((count) => [keyOf(count), count]));
  const differences: ArchiveCheck['differences'] = [];
  const differ = ({ event, day }: DailyCount, sqlite: DailyCount | undefined, archive: DailyCount | undefined) =>
    differences.push({ event, day: dateOf(day), sqlite: sidesOf(sqlite), archive: sidesOf(archive) });
  let events = 0;
  for (const count of stored) {
    const other = byKey.get(keyOf(count));
    byKey.delete(keyOf(count));
    events += count.events;
    if (other?.events !== count.events || other.people !== count.people) differ(count, count, other);
  }
  for (const count of byKey.values()) differ(count, undefined, count);
  return {
    is_equal: differences.length + unequal.length === 0,
    events,
    groups: stored.length,
    different: differences.length,
    differences: differences.slice(0, maxListed),
    unequal_replicas: unequal,
  };
}

const sidesOf = (count: DailyCount | undefined) => ({ events: count?.events ?? 0, people: count?.people ?? 0 });

/** Returns a day since 1970 as an ISO 8601 date. */
const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
