import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type VisibleRange, visibleRows } from './row-window.ts';

/** Follows which rows of a list are in sight. Rows are drawn in the frame that scrolls to them. */
export function useVisibleRange(listRef: RefObject<HTMLElement | null>, rowHeight: number): VisibleRange {
  const [sight, setSight] = useState<VisibleRange>({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const list = listRef.current;
    if (list === null) return;
    const look = () => {
      const now = visibleRows(list.scrollTop, list.clientHeight, rowHeight);
      setSight((before) => (before.first === now.first && before.end === now.end ? before : now));
    };
    const follow = () => flushSync(look);
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(list);
    list.addEventListener('scroll', follow, { passive: true });
    return () => {
      sizes.disconnect();
      list.removeEventListener('scroll', follow);
    };
  }, [listRef, rowHeight]);
  return sight;
}
