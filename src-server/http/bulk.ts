import type { z } from 'zod';
import type { Author } from '../core/caller.ts';
import type { JsonObject } from '../core/contract.ts';
import { NotUnique } from '../core/errors/not-unique.ts';
import { type BulkAnswer, bulkAnswer, bulkOf } from './bulk-contract.ts';
import { ApiError, toApiError } from './error.ts';

type Parts<Item extends { id: number }, Row extends object> = {
  /** Transactions nest: an inner one that throws undoes only its own changes. */
  database: { transaction: <Result>(run: () => Result) => () => Result };
  read: (author: Author, id: number) => Row;
  change: (author: Author, id: number, update: Omit<Item, 'id'>) => Row;
};
type Request<Item> = { author: Author; body: { items: readonly Item[] } };

/**
 * Handles a bulk endpoint: makes each change as its single request would; a refused change does not affect the others. One
 * transaction, so one write to disk.
 */
export const changeInBulk =
  <Item extends { id: number }, Row extends object>(parts: Parts<Item, Row>) =>
  ({ author, body }: Request<Item>): BulkAnswer => {
    const one = (item: Item) =>
      refusable(
        item.id,
        parts.database.transaction(() => changeOne(parts, author, item)),
      );
    return { results: parts.database.transaction(() => body.items.map(one))() };
  };

/** Describes a bulk endpoint; `example`: the changes of an item. */
export const bulkDetails = <Shape extends z.core.$ZodLooseShape>(
  summary: string,
  fields: z.ZodObject<Shape>,
  example: JsonObject,
) => ({ summary, body: bulkOf(fields), example: { items: [{ id: 1, ...example }] }, answer: bulkAnswer }) as const;

type Result = BulkAnswer['results'][number];

function changeOne<Item extends { id: number }, Row extends object>(
  { read, change }: Parts<Item, Row>,
  author: Author,
  item: Item,
): Result {
  const { id, ...update } = item;
  const before = read(author, id);
  const sent = (row: Row): JsonObject =>
    Object.fromEntries(Object.keys(update).map((field) => [field, row[field as keyof Row]]));
  const former = sent(before);
  const isChanged = JSON.stringify(sent(change(author, id, update))) !== JSON.stringify(former);
  return { id, before: isChanged ? former : null, error: null };
}

function refusable(id: number, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof NotUnique)) throw error;
    return { id, before: null, error: toApiError(error, () => {}).body };
  }
}
