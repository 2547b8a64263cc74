import type { Flag, FlagValue } from './contract.ts';

export function valuesOf({ filters }: Flag): FlagValue[] {
  const variants = filters.multivariate?.variants ?? [];
  return variants.length === 0 ? [true, false] : [false, ...variants.map(({ key }) => key)];
}
