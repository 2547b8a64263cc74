import type { PartName } from '../parts.ts';

/**
 * A figure has a reading per variant: another client, other stored events, another request. `peer`: measured in the same rounds;
 * the figure is divided by it.
 */
export type Figure = {
  part: PartName;
  title: string;
  unit: 'req/s' | 'events/s' | 'flags/s' | 'ms' | 'µs' | 'MiB' | 'kB' | 'B';
  population: string;
  peer?: string;
  aim?: Aim;
};
export type Aim = { of: 'value' | 'ratio'; is: '≥' | '≤' | '<'; limit: number };

export const atLeast = (limit: number): Aim => ({ of: 'ratio', is: '≥', limit });
export const atMost = (limit: number): Aim => ({ of: 'ratio', is: '≤', limit });
export const below = (limit: number): Aim => ({ of: 'value', is: '<', limit });
export const upTo = (limit: number): Aim => ({ of: 'value', is: '≤', limit });

export const pageView = 'the same page view of 23 properties';
