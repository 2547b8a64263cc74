/** Milliseconds for which a decide that asked for a flag says that there is code for it. */
const askedRecentlyMs = 7 * 86_400_000;

/** The bounds of `lacksCode`. What was noted in a far future, by a clock that was wrong, is not recent either. */
export const askedRecently = (now: number) => ({
  askedSince: now - askedRecentlyMs,
  askedUntil: now + askedRecentlyMs,
});

/**
 * Whether nothing tells of code for the flag `f` of the experiment `e`: no event ever carried it, and no decide has asked for it
 * between `:askedSince` and `:askedUntil` (milliseconds UTC), neither as a flag nor by its key while there was none. A decide that names no flags asks
 * for all of them.
 */
export const lacksCode = `
  NOT EXISTS (SELECT 1 FROM exposure_values v WHERE v.project_id = e.project_id AND v.flag_key = f.key)
  AND NOT EXISTS (SELECT 1 FROM carried_flags c WHERE c.project_id = e.project_id AND c.flag_key = f.key)
  AND NOT EXISTS (SELECT 1 FROM flag_usage u WHERE u.flag_id = f.id AND u.last_at BETWEEN :askedSince AND :askedUntil)
  AND NOT EXISTS (
    SELECT 1 FROM wanted_flags w WHERE w.project_id = e.project_id AND w.key = f.key AND w.last_at BETWEEN :askedSince AND :askedUntil)`;
