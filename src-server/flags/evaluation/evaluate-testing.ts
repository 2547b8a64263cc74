import { type FlagValue, flagFilters } from '../contract.ts';
import { bucket } from './bucketing.ts';
import { compileFlag, type Subject } from './evaluate.ts';

export type Draft = { filters?: object; active?: boolean; ensure_experience_continuity?: boolean };

const now = () => Date.parse('2026-11-21T12:00:00Z');
export const compile = ({ filters = {}, active = true, ensure_experience_continuity = false }: Draft) => {
  const rest = { id: 7, key: 'flag', name: '', version: 1, active, ensure_experience_continuity };
  return compileFlag({ ...rest, filters: flagFilters.parse(filters) }, now);
};

export type Known = {
  id?: string;
  person?: Record<string, unknown>;
  groups?: Record<number, { key: string; properties?: Record<string, unknown> }>;
  first?: string;
  override?: FlagValue;
};

export const subject = ({ id = 'ann', person = {}, groups = {}, first, override }: Known): Subject => ({
  distinctId: id,
  personProperties: () => person,
  group: (index) => groups[index] && { key: groups[index].key, properties: () => groups[index]?.properties ?? {} },
  firstDistinctId: () => first,
  override: () => override,
});

export const pro = { key: 'plan', value: 'pro' };
export const ab = {
  variants: [
    { key: 'a', rollout_percentage: 50 },
    { key: 'b', rollout_percentage: 50 },
  ],
};
/** The position of "ann" for the key "flag". */
export const position = bucket('flag', 'ann', '');
export const under = position * 100 - 1;
export const over = position * 100 + 1;
