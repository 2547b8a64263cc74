import { z } from 'zod';
import { wholeNumber } from './contract.ts';

/** Normalizes tags: trimmed, lower case, unique, not empty. */
export const tidyTags = (given: string[] | null): string[] => [
  ...new Set((given ?? []).map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '')),
];

/** Tags as they are sent; null removes all. */
export const tagsInput = z.array(z.string().max(200)).max(100).nullable().transform(tidyTags);

export const ownerInput = z.int().positive().nullable();

const repeated = z
  .union([z.string(), z.array(z.string()).max(100)])
  .transform((given) => [given].flat())
  .meta({ type: 'array', items: { type: 'string' } });

/** `tag`: repeat it for any of several tags. `owner`: id of a user. */
export const labelQuery = {
  tag: repeated.optional(),
  owner: wholeNumber.optional(),
};

/** Parses the order of a list: the name of a column, with "-" in front for descending. */
export function sortQuery<const Column extends string>(columns: readonly [Column, ...Column[]]) {
  const descending = columns.map((column) => `-${column}` as const);
  return z.enum([...columns, ...descending]).optional();
}
