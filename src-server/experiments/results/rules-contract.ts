/** Thresholds of the verdict, which the window shows in its explanations. */

/**
 * The chance of a false "better" or "worse" where nothing differs is at most 5%. Without a plan all of it is for the looks; with
 * one `lookShare` is for all looks together, and `finalShare` for the one test at the planned number of people. The rest of the
 * 5% is for approximations.
 */
export const lookShare = 0.01;
export const finalShare = 0.035;
/** At one look a variant leads in at most this share of experiments without a difference. */
export const leadingShare = 0.1;
/** Conversions that each variant is expected to have, without a difference, before "better", "worse" or "leading". */
export const minConversions = 10;
/** A lift is suspicious if its whole interval is beyond so many standard deviations of the prior. */
export const suspiciousDeviations = 3;
/** An interval says too little with fewer people or expected conversions, or with a mean as skewed as this. */
export const tooLittle = { people: 30, conversions: 5, skewness: 0.5 };
/** Of a trend, the values of this share of people, the highest ones, are capped. */
export const capShare = 0.001;
/** Without a plan the always-valid interval is narrowest for this many people in both variants. */
export const narrowestWithoutPlan = 2000;

/**
 * The effects of a property's values differ below this p-value of one test. Nominal: of skewed means with many small values the
 * test is wrong several times as often, and still below 5%.
 */
export const interactionLevel = 0.01;

/** Re-randomizations of an A/A simulation, fewer where they would take too long. */
export const maxRerandomizations = 1000;
export const minRerandomizations = 100;

/** An unharmed guardrail is warned of below this chance to be found so by the end. */
export const rareChance = 0.2;
/** The margin of a new guardrail, percent. */
export const defaultMargin = 2;

/** People each variant needs before any verdict. */
export const minExposures = 100;
/** Probability to be the best that control, or the test variants together, must reach. */
export const minProbability = 0.9;
/** Expected loss of a funnel's best test variant that is too high, as a share: one percentage point. */
export const maxLoss = 0.01;
/** The sample-ratio check fails below this p-value, of at least so many people. */
export const ratioAlarm = 0.001;
export const minSplit = 10;
/** Fewer people are a rehearsal. */
export const minRealExposures = 1000;
/** Percent, relative: the smallest effect to detect without a plan. */
export const defaultEffect = 5;
/** A plan over more days is warned of. */
export const maxPlannedDays = 60;
/** The pace of a run is that of these last days: people who return come first, traffic can stop, and a week has each weekday once. */
export const paceDays = 7;
/** Share of people seen in several variants that is a caution. */
export const maxShareInSeveral = 0.01;
/** More days left than this are not forecast. */
export const maxForecastDays = 365;
