import type { Experiment } from '#server/experiments/contract.ts';
import { variantColor } from '../../flags/variants/variant-color.ts';

/** Returns the color of a variant in all charts; gray for a variant that the flag no longer has. */
export function colorOf({ variants }: Pick<Experiment, 'variants'>, key: string): string {
  const index = variants.findIndex((variant) => variant.key === key);
  return index === -1 ? 'var(--neutral)' : variantColor(index);
}
