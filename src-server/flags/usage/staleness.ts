import { dayMs, isoTime } from '../../core/text/time-contract.ts';
import type { FlagState, Staleness } from '../contract.ts';
import { servesOf } from '../evaluation/serves.ts';
import type { StaleKind } from '../list-contract.ts';

/** Times in milliseconds UTC. */
type Facts = Pick<FlagState, 'active' | 'deleted' | 'filters'> & {
  rulesChangedAt: number;
  lastRequestedAt: number | null;
  requestsSince: number;
};

/** Returns why a flag may be unneeded. A fact that is not known for all of the days is no reason. */
export function stalenessOf(flag: Facts, now: number, days: number): Staleness[] {
  if (flag.deleted) return [];
  const constant = constantOf(flag);
  const known: [StaleKind, number][] = [
    ['not_requested', Math.max(flag.lastRequestedAt ?? 0, flag.requestsSince)],
    ...(constant === null ? [] : [[constant, flag.rulesChangedAt] satisfies [StaleKind, number]]),
  ];
  return known
    .filter(([, since]) => now - since >= days * dayMs)
    .map(([kind, since]) => ({ kind, since: isoTime(since) }));
}

/** Returns the outcome that everybody gets; null where people may get different values. */
function constantOf(flag: Facts): 'off' | 'nobody' | 'everyone' | null {
  if (!flag.active) return 'off';
  const served = servesOf(flag);
  if (served === null) return null;
  return served === false ? 'nobody' : 'everyone';
}
