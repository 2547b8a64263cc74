/** A row in the page, and the key by which React knows its element. */
export type KeyedRow = { uuid: string; key: number };

/**
 * Keys the next rows of the page after the current ones. A row that stays keeps its key; a new one takes the key of one that
 * leaves, because changing the text of an element costs a fraction of what a new element does. Keys
 * keep their order, so that no element is moved.
 */
export function keyRows(before: readonly KeyedRow[], uuids: readonly string[]): KeyedRow[] {
  const places = new Map(before.map(({ uuid }, place) => [uuid, place]));
  const staying = new Set(uuids);
  let place = 0;
  let next = Math.max(0, ...before.map(({ key }) => key)) + 1;
  return uuids.map((uuid) => {
    const own = places.get(uuid);
    const row = before[own ?? place];
    if (row === undefined || (own === undefined && staying.has(row.uuid))) return { uuid, key: next++ };
    place = Math.max(place, (own ?? place) + 1);
    return { uuid, key: row.key };
  });
}
