/** Thresholds of the verdict, which the window shows in its explanations. */

/** People each variant needs before any verdict. */
export const minExposures = 100;
/** Chance to win that control, or the test variants together, must reach. */
export const minProbability = 0.9;
/** Expected loss of a funnel's best test variant that is too high, as a share: one percentage point. */
export const maxLoss = 0.01;
/** The sample-ratio check fails below this p-value. */
export const ratioAlarm = 0.001;
/** Expected people per variant for chi-squared to be valid. */
export const minExpected = 5;
/** Fewer people are a rehearsal. */
export const minRealExposures = 1000;
/** Percent, relative: the smallest effect to detect without a plan. */
export const defaultEffect = 5;
/** Share of people seen in several variants that is a caution. */
export const maxShareInSeveral = 0.01;
/** More days left than this are not forecast. */
export const maxForecastDays = 365;
