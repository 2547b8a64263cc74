/**
 * How the next block is cut. `rows`: its maximum of events. `suspects`: events that were rejected alone; when the receiver takes
 * the next one, the cause was the event itself.
 */
export type Cut<Item> = { rows: number; suspects: readonly Item[] };

/** Events rejected one by one, without any taken, after which the receiver is taken to refuse all. */
export const maxSuspects = 100;

/** Returns the cut after a block was taken, which also proves its suspects. It grows again as it shrank. */
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
