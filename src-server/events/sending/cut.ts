/**
 * The size of the next block. `rows`: maximum events. `suspects`: events that were refused alone; they are at fault if the
 * receiver accepts the next one.
 */
export type Cut<Item> = { rows: number; suspects: readonly Item[] };

/** Consecutive events refused alone after which the receiver is assumed to refuse all. */
export const maxSuspects = 100;

/** Returns the cut after an accepted block, which also confirms the suspects. Blocks grow as they shrank. */
export const afterTaken = <Item>({ rows }: Cut<Item>, maxRows: number): Cut<Item> => ({
  rows: Math.min(maxRows, rows * 2),
  suspects: [],
});

/** Returns the cut after a block was rejected: half of it, or the event after a single one. Null: the receiver refuses all. */
export function afterRejected<Item>(cut: Cut<Item>, block: readonly Item[]): Cut<Item> | null {
  if (block.length > 1) return { rows: Math.ceil(block.length / 2), suspects: cut.suspects };
  const suspects = [...cut.suspects, ...block];
  return suspects.length >= maxSuspects ? null : { rows: 1, suspects };
}
