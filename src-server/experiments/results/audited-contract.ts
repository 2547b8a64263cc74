/**
 * Rates of wrong claims without a difference, as shares; written by `npm run audit:statistics`. `compatibility`: the smallest and
 * largest share of looks at which the rule of the compatibility fields is met. `ratioAlarm`: of runs with 30 daily looks.
 */
export const audited = {
  compatibility: { funnels: [0.112, 0.208], trends: [0.041, 0.673] },
  ratioAlarm: { days: 30, share: 0.015 },
} as const;
