import { z } from 'zod';
import { errorBody, jsonObject } from '../core/contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';

export const maxBulk = 500;

/** Describes the body of a bulk change: each item has an id and its own changes, as in a PATCH. */
export const bulkOf = <Shape extends z.core.$ZodLooseShape>(fields: z.ZodObject<Shape>) =>
  onlyKnown({
    items: z
      .array(onlyKnown({ id: z.int().positive(), ...fields.partial().shape }))
      .min(1)
      .max(maxBulk),
  });

/**
 * One result for each item, in order. `before`: the former values of the sent fields; send them to undo the change;
 * null if nothing changed. `error`: why the item was refused, as in a single request.
 */
export const bulkAnswer = z
  .object({ results: z.array(z.object({ id: z.int(), before: jsonObject.nullable(), error: errorBody.nullable() })) })
  .meta({ id: 'BulkAnswer' });
export type BulkAnswer = z.infer<typeof bulkAnswer>;
