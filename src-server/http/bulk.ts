import type { z } from 'zod';
import type { JsonObject } from '../core/contract.ts';
import { NotUnique } from '../core/not-unique.ts';
import { type BulkAnswer, bulkAnswer, bulkOf } from './bulk-contract.ts';
import { ApiError, toApiError } from './error.ts';

type Parts<Item extends { id: number }, Row extends object> = {
  /** Its transactions nest: one inside of another undoes only what it did itself when it throws. */
  database: { transaction: <Result>(run: () => Result) => () => Result };
  items: readonly Item[];
  read: (id: number) => Row;
  change: (id: number, update: Omit<Item, 'id'>) => Row;
};

/** Makes each change as its single request would; what one refuses, the others do not lose. One transaction, so one write to disk. */
export function changeInBulk<Item extends { id: number }, Row extends object>(parts: Parts<Item, Row>): BulkAnswer {
  const { database, items } = parts;
  const one = (item: Item) =>
    refusable(
      item.id,
      database.transaction(() => changeOne(parts, item)),
    );
  return { results: database.transaction(() => items.map(one))() };
}

/** What the definition of a bulk endpoint has in common; `example`: the changes of an item. */
export const bulkDetails = <Shape extends z.core.$ZodLooseShape>(fields: z.ZodObject<Shape>, example: JsonObject) =>
  ({ body: bulkOf(fields), example: { items: [{ id: 1, ...example }] }, answer: bulkAnswer }) as const;

type Result = BulkAnswer['results'][number];

function changeOne<Item extends { id: number }, Row extends object>(parts: Parts<Item, Row>, item: Item): Result {
  const { id, ...update } = item;
  const before = parts.read(id);
  const sent = (row: Row): JsonObject =>
    Object.fromEntries(Object.keys(update).map((field) => [field, row[field as keyof Row]]));
  const former = sent(before);
  const isChanged = JSON.stringify(sent(parts.change(id, update))) !== JSON.stringify(former);
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
