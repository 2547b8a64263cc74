import type { Experiment } from '#server/experiments/contract.ts';
import { variantColor } from '../../flags/variants/variant-color.ts';

/** The colour of a variant in every picture of the experiment; a variant that the flag no longer has is grey. */
export function colorOf({ variants }: Pick<Experiment, 'variants'>, key: string): string {
  const index = variants.findIndex((variant) => variant.key === key);
  return index === -1 ? 'var(--neutral)' : variantColor(index);
}
