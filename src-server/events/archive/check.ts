import { dayMs } from '../../core/text/time-contract.ts';
import { storageUnavailable } from '../../http/error.ts';
import type { ArchiveCheck } from './archive-contract.ts';
import type { DailyCount, DailyCounts } from './daily-counts.ts';

/** Maximum differences listed; the total is also reported. */
const maxListed = 100;

/**
 * Compares the counts of SQLite with those of the archive, in any order, where unsent merges may leave more people. `unequal`:
 * addresses of unequal replicas.
 */
export function compareCounts(
  { counts, unsentMerges }: Omit<DailyCounts, 'deleting'>,
  archived: readonly DailyCount[],
  unequal: string[],
): ArchiveCheck {
  const keyOf = ({ event, day }: DailyCount) => `${day} ${event}`;
  const byKey = new Map(archived.map((count) => [keyOf(count), count]));
  const differences: ArchiveCheck['differences'] = [];
  const differ = ({ event, day }: DailyCount, sqlite: DailyCount | undefined, archive: DailyCount | undefined) =>
    differences.push({ event, day: dateOf(day), sqlite: sidesOf(sqlite), archive: sidesOf(archive) });
  let events = 0;
  for (const count of counts) {
    const other = byKey.get(keyOf(count));
    byKey.delete(keyOf(count));
    events += count.events;
    const notMerged = (other?.people ?? 0) - count.people;
    if (other?.events !== count.events || notMerged < 0 || notMerged > unsentMerges) differ(count, count, other);
  }
  for (const count of byKey.values()) differ(count, undefined, count);
  return {
    is_equal: differences.length + unequal.length === 0,
    events,
    groups: counts.length,
    different: differences.length,
    differences: differences.slice(0, maxListed),
    unequal_replicas: unequal,
  };
}

/** The error while a project's deletions begin faster than its events are counted. */
export const notCompared = () =>
  storageUnavailable(
    'The events of the project were not compared: deletions began faster than events are counted. Check again afterwards.',
  );

const sidesOf = (count: DailyCount | undefined) => ({ events: count?.events ?? 0, people: count?.people ?? 0 });

/** Returns a day since 1970 as an ISO 8601 date. */
const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
