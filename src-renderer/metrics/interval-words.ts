import { percentText } from '#server/core/text/numbers-contract.ts';
import { significanceLevel } from '#server/statistics/contract.ts';

/** Formats the share of intervals of one look that include the true value: "95%". */
export const coverage = percentText(1 - significanceLevel);
export const intervalName = `${coverage} interval`;
/** Completes a formula with `z`. */
export const zOfInterval = `z of a two-sided ${percentText(significanceLevel)} test`;
