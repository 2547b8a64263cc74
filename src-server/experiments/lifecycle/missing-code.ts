/** How long, in milliseconds, a request for a flag shows that code uses it. */
const recentMs = 7 * 86_400_000;

/** Returns the time bounds of `lacksCode`. Times far in the future, from a wrong clock, are not recent either. */
export const requestedRecently = (now: number) => ({
  askedSince: now - recentMs,
  askedUntil: now + recentMs,
});

/**
 * Whether no code uses the flag `f` of the experiment `e`: no event carried it, and no decide requested it from `:askedSince` to
 * `:askedUntil` (milliseconds UTC), as a flag or as an unknown key. A decide that names no flags requests all.
 */
export const lacksCode = `
  NOT EXISTS (SELECT 1 FROM exposure_values v WHERE v.project_id = e.project_id AND v.flag_key = f.key)
  AND NOT EXISTS (SELECT 1 FROM carried_flags c WHERE c.project_id = e.project_id AND c.flag_key = f.key)
  AND NOT EXISTS (SELECT 1 FROM flag_usage u WHERE u.flag_id = f.id AND u.last_at BETWEEN :askedSince AND :askedUntil)
  AND NOT EXISTS (
    SELECT 1 FROM wanted_flags w WHERE w.project_id = e.project_id AND w.key = f.key AND w.last_at BETWEEN :askedSince AND :askedUntil)`;
