const minute = 60_000;
const units = { s: 1000, m: minute, h: 60 * minute, d: 24 * 60 * minute } as const;
const agoPattern = /^(\d{1,6})([smhd])$/;

/** Whether `text` names a moment: `15m`, `2h`, `3d` ago, or an ISO date with or without a time. */
export function isMoment(text: string): boolean {
  return agoPattern.test(text) || (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)));
}

/** The moment as an ISO date-time in UTC; `15m` counts back from `now` (ms since the epoch). */
export function resolveMoment(text: string, now: number): string {
  const [, amount, unit] = agoPattern.exec(text) ?? [];
  if (amount && unit) return new Date(now - Number(amount) * units[unit as keyof typeof units]).toISOString();
  return new Date(text).toISOString();
}
