import type { PartName } from '../parts.ts';

/**
 * A figure has a reading for each of its variants: another client, other stored events, another request. `peer`: what is measured in
 * the same rounds, and divides the figure.
 */
export type Figure = {
  part: PartName;
  title: string;
  unit: 'req/s' | 'events/s' | 'flags/s' | 'ms' | 'µs' | 'MiB' | 'kB' | 'B';
  population: string;
  peer: string | null;
  aim: Aim | null;
};
export type Aim = { of: 'value' | 'ratio'; is: '≥' | '≤' | '<'; limit: number };

export const atLeast = (limit: number): Aim => ({ of: 'ratio', is: '≥', limit });
export const atMost = (limit: number): Aim => ({ of: 'ratio', is: '≤', limit });
export const below = (limit: number): Aim => ({ of: 'value', is: '<', limit });
export const upTo = (limit: number): Aim => ({ of: 'value', is: '≤', limit });

export const pageView = 'the same page view of 23 properties';
