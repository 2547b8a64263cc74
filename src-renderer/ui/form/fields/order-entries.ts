import type { RefObject } from 'react';

/** Moves and removes entries of a list in a form. After a removal, the button that adds one has the focus. */
export function orderOf<Entry>(
  entries: Entry[],
  set: (entries: Entry[]) => void,
  add: RefObject<HTMLButtonElement | null>,
) {
  return {
    move: (index: number, by: -1 | 1) => {
      const moved = entries[index];
      if (moved !== undefined) set(entries.toSpliced(index, 1).toSpliced(index + by, 0, moved));
    },
    remove: (index: number) => {
      set(entries.toSpliced(index, 1));
      add.current?.focus();
    },
  };
}

/** Actions on an entry of such a list. */
export type EntryActions<Entry> = { onChange: (entry: Entry) => void; onDuplicate: () => void; onRemove: () => void };
