import type { Experiment } from '#server/experiments/contract.ts';
import { variantColor } from '../../flags/variants/variant-color.ts';

/** Returns the color of a variant in all charts. */
export const colorOf = ({ variants }: Pick<Experiment, 'variants'>, key: string): string =>
  variantColor(variants.findIndex((variant) => variant.key === key));
