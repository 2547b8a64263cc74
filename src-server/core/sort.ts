import { tidyTags } from './labels-contract.ts';

/**
 * Returns an ORDER BY for the `sort` of a query, newest first without one. Missing values come last either way; equal ones are in
 * the order of their ids.
 */
export function orderBy<Column extends string>(
  sort: Column | `-${Column}` | undefined,
  expressions: Record<Column, string>,
  id: string,
): string {
  if (sort === undefined) return `ORDER BY ${id} DESC`;
  const isDescending = sort.startsWith('-');
  const expression = expressions[(isDescending ? sort.slice(1) : sort) as Column];
  return `ORDER BY (${expression}) IS NULL, ${expression} ${isDescending ? 'DESC' : 'ASC'}, ${id} DESC`;
}

/** Returns the conditions of `labelQuery` in SQL: bind `:tags` to JSON or null, and `:owner`. */
export const labeledSql = (row: string) => `(:owner IS NULL OR ${row}.owner_id = :owner)
  AND (:tags IS NULL OR EXISTS (
    SELECT 1 FROM json_each(${row}.tags) t WHERE t.value IN (SELECT value FROM json_each(:tags))))`;

export const labelValues = ({ tag, owner }: { tag?: string[] | undefined; owner?: number | undefined }) => ({
  owner: owner ?? null,
  tags: tag === undefined ? null : JSON.stringify(tidyTags(tag)),
});
