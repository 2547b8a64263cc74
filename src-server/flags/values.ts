import { type Flag, type FlagValue, variantsOf } from './contract.ts';

export function valuesOf({ filters }: Flag): FlagValue[] {
  const variants = variantsOf(filters);
  return variants.length === 0 ? [true, false] : [false, ...variants.map(({ key }) => key)];
}
