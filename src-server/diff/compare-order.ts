import { diffArrays } from 'diff';
import type { OrderDifference } from './contract.ts';

type Named = { name: string; uuid: string };

/** Sequences with more differences are not compared further: the time is quadratic in their number. */
const maxChanges = 500;

/** Finds which events of a person come elsewhere; null where the two differ too much to say. */
export function orderDifferences(
  old: readonly Named[],
  now: readonly Named[],
): Omit<OrderDifference, 'persons'>[] | null {
  const parts = diffArrays(
    old.map(({ name }) => name),
    now.map(({ name }) => name),
    { maxEditLength: maxChanges },
  );
  if (parts === undefined) return null;
  const removed: Omit<OrderDifference, 'persons'>[] = [];
  const added: Omit<OrderDifference, 'persons'>[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const part of parts) {
    for (const event of part.value) {
      const [oldEvent, newEvent] = [old[oldAt], now[newAt]];
      if (part.removed && oldEvent !== undefined)
        removed.push({
          kind: 'removed',
          event,
          old_after: nameBefore(old, oldAt),
          new_after: null,
          uuid: oldEvent.uuid,
        });
      if (part.added && newEvent !== undefined)
        added.push({ kind: 'added', event, old_after: null, new_after: nameBefore(now, newAt), uuid: newEvent.uuid });
      if (!part.added) oldAt += 1;
      if (!part.removed) newAt += 1;
    }
  }
  return withMoves(removed, added);
}

const nameBefore = (events: readonly Named[], at: number): string | null => events[at - 1]?.name ?? null;

/** Joins a removed event and an added one of the same name into a move. */
function withMoves(removed: Omit<OrderDifference, 'persons'>[], added: Omit<OrderDifference, 'persons'>[]) {
  const left = [...added];
  const gone = removed.map((one): Omit<OrderDifference, 'persons'> => {
    const at = left.findIndex(({ event }) => event === one.event);
    const [other] = at < 0 ? [] : left.splice(at, 1);
    return other === undefined ? one : { ...other, kind: 'moved', old_after: one.old_after };
  });
  return [...gone, ...left];
}
