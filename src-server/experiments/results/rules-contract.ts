/** The bounds that results are judged by, and that the window names when it says how. */

/** People that each variant must have before any verdict. */
export const leastExposures = 100;
/** Chance to be best that control, or the test variants together, must reach. */
export const leastProbability = 0.9;
/** Expected loss of a funnel's best test variant that is too much, in shares of people: one percentage point. */
export const mostLoss = 0.01;
/** The sample-ratio check raises its alarm below this p-value. */
export const ratioAlarm = 0.001;
/** People expected in each variant from which on chi-squared holds: with fewer it alarms too easily. */
export const leastExpected = 5;
/** Fewer people than this are a rehearsal. */
export const leastReal = 1000;
/** Percent, relative: the smallest effect that is looked for where none is planned. */
export const defaultEffect = 5;
/** Share of the people, seen in several variants, from which on it is a caution. */
export const mostInSeveral = 0.01;
/** A larger number of days left is no forecast. */
export const longestForecastDays = 365;
