import type { JsonObject } from '../../../core/contract.ts';
import { dayMs } from '../../../core/text/time-contract.ts';
import { missingCodeDays } from '../../contract.ts';

const recentMs = missingCodeDays * dayMs;

/** Returns the time bounds of `lacksCode`. Times far in the future, from a wrong clock, are not recent either. */
export const requestedRecently = (now: number) => ({
  askedSince: now - recentMs,
  askedUntil: now + recentMs,
});

/**
 * Whether no code uses the flag `f` of the experiment `e`: nothing asked for it by its name from `:askedSince` to `:askedUntil`
 * (milliseconds UTC), neither since there is the flag nor before. Evidence is `$feature_flag_called`, a decide or a remote config
 * call that names the flag, and what `isSetByCode` says; a call for all flags is none. `+` keeps SQLite from reading all keys
 * requested in that time.
 */
export const lacksCode = `
  NOT EXISTS (SELECT 1 FROM flag_requests r
    WHERE r.project_id = e.project_id AND r.flag_key = f.key AND r.last_at BETWEEN :askedSince AND :askedUntil)
  AND NOT EXISTS (SELECT 1 FROM wanted_flags w
    WHERE w.project_id = e.project_id AND w.key = f.key AND +w.last_at BETWEEN :askedSince AND :askedUntil)`;

/**
 * Reports whether code set the property `$feature/<key>` of an event itself. SDKs set those of all flags: posthog-js on every
 * event, others with `$active_feature_flags`, which posthog-node leaves out where every flag is off.
 */
export function isSetByCode(properties: JsonObject, value: unknown): boolean {
  const { $lib: library } = properties;
  if (library === 'web' || '$active_feature_flags' in properties) return false;
  return library === undefined || value !== false;
}
