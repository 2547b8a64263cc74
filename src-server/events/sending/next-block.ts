/**
 * The next block to send. `rows`: maximum events. `suspects`: events that were refused alone; they are at fault if the
 * receiver accepts the next one.
 */
export type NextBlock<Item> = { rows: number; suspects: readonly Item[] };

/** Consecutive events refused alone after which the receiver is assumed to refuse all. */
export const maxSuspects = 100;

/** Returns the next block after an accepted block, which also confirms the suspects. Blocks grow as they shrank. */
export const afterAccepted = <Item>({ rows }: NextBlock<Item>, maxRows: number): NextBlock<Item> => ({
  rows: Math.min(maxRows, rows * 2),
  suspects: [],
});

/** Returns the next block after a block was rejected: half of it, or the event after a single one. Null: the receiver refuses all. */
export function afterRejected<Item>(next: NextBlock<Item>, block: readonly Item[]): NextBlock<Item> | null {
  if (block.length > 1) return { rows: Math.ceil(block.length / 2), suspects: next.suspects };
  const suspects = [...next.suspects, ...block];
  return suspects.length >= maxSuspects ? null : { rows: 1, suspects };
}
