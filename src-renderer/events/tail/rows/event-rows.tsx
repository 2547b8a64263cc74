import { IconArrowUp } from '@tabler/icons-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../../../ui/icon.tsx';
import type { RowOrder, TimeShown } from '../../filters/live-search.ts';
import type { Tail } from '../tail.ts';
import type { TailRow } from '../tail-row.ts';
import { liveWords } from '../words.ts';
import { type BatchPlace, batchWords, RowCells, rowLabel, rowStyle } from './event-row.tsx';
import classes from './event-rows.module.css';
import { type KeyedRow, keyRows } from './row-keys.ts';
import { type Rows, timeOf } from './row-order.ts';
import { drawnRows, scrollTopFor, type VisibleRange, visibleRows } from './row-window.ts';

const ROW_HEIGHT = 28;
/** Older rows are asked for while this many are left below. */
const PREFETCH_ROWS = 60;
/** Rows that are drawn beyond those in sight, on either side. */
const OVERSCAN = 8;

type Props = {
  tail: Tail;
  /** Changes with the tail's content. */
  version: number;
  selected: string | undefined;
  marked: string | undefined;
  pinned: readonly string[];
  time: TimeShown;
  order: RowOrder;
  listRef: RefObject<HTMLDivElement | null>;
  onSelect: (uuid: string) => void;
  onBatch: (requestId: number) => void;
};

/** Lists the events, newest first; only those in sight are in the page. New ones never move a row that is looked at. */
export function EventRows(props: Props) {
  const { tail, version, selected, marked, pinned, time, order, listRef, onSelect, onBatch } = props;
  const { rows } = tail;
  const active = rows.indexOf(selected);
  const sight = useVisibleRange(listRef);
  const isAtTop = sight.first === 0;
  const unseen = useAnchor(tail, listRef, selected, version, isAtTop);
  useEffect(() => tail.follows(isAtTop && unseen === 0), [tail, isAtTop, unseen]);
  useKeepInSight(active, selected, listRef, tail);
  const items = drawnRows(sight, rows.length, OVERSCAN, active);
  const lowest = items.at(-1) ?? 0;
  const keyed = useRef<KeyedRow[]>([]);
  keyed.current = keyRows(
    keyed.current,
    items.map((index) => rows.at(index)?.uuid ?? ''),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` tells that the last page has come
  useEffect(() => {
    tail.seen(lowest);
    if (tail.hasOlder && tail.olderError === null && lowest > rows.length - PREFETCH_ROWS) void tail.loadOlder();
  }, [tail, lowest, rows.length, version]);

  return (
    <div className={classes.frame} data-time={time}>
      <div
        ref={listRef}
        className={classes.list}
        role="listbox"
        aria-label={liveWords.list.label}
        aria-activedescendant={active < 0 ? undefined : optionId(selected)}
        tabIndex={0}
      >
        <div className={classes.runway} style={{ height: rows.length * ROW_HEIGHT }} role="presentation">
          {items.map((index, place) => {
            const row = rows.at(index);
            if (row === undefined) return null;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the focus and the keys (use-live-keys.ts)
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <div
                key={keyed.current[place]?.key}
                id={optionId(row.uuid)}
                role="option"
                aria-selected={row.uuid === selected}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                className={classes.row}
                data-status={row.status}
                style={rowStyle(index * ROW_HEIGHT)}
                onClick={() => onSelect(row.uuid)}
              >
                <span className={classes.label}>{rowLabel(row, row.uuid === marked)}</span>
                <div className={classes.cells} aria-hidden="true">
                  <RowCells
                    row={row}
                    {...batchOf(rows, index)}
                    shown={time}
                    at={timeOf(row, order)}
                    before={before(rows.at(index + 1), order)}
                    isMarked={row.uuid === marked}
                    isPinned={pinned.includes(row.uuid)}
                    onBatch={onBatch}
                  />
                </div>
              </div>
            );
          })}
        </div>
      </div>
      {unseen > 0 && (
        <button type="button" className={classes.unseen} onClick={() => listRef.current?.scrollTo({ top: 0 })}>
          <Icon of={IconArrowUp} /> {liveWords.list.fresh(unseen)}
        </button>
      )}
    </div>
  );
}

/** Keeps the scroll position on the same rows while others come in above; gives how many came since the top was in sight. */
function useAnchor(
  tail: Tail,
  listRef: RefObject<HTMLDivElement | null>,
  selected: string | undefined,
  version: number,
  isAtTop: boolean,
) {
  const { buffer } = tail;
  // Read before the rows change: later, the browser would have to lay them out for it, and once more for the frame.
  const top = listRef.current?.scrollTop ?? 0;
  const isFollowing = top < 2 && (selected === undefined || document.activeElement !== listRef.current);
  const added = useRef(buffer.added);
  const followed = useRef(buffer.added);
  const [seen, setSeen] = useState(buffer.added);
  useEffect(() => {
    if (isAtTop) setSeen(buffer.added);
  }, [buffer, isAtTop]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` tells that rows may have come
  useLayoutEffect(() => {
    const list = listRef.current;
    const fresh = buffer.added - added.current;
    added.current = buffer.added;
    if (list === null || fresh === 0) return;
    if (isFollowing) followed.current = buffer.added;
    else list.scrollTop = top + fresh * ROW_HEIGHT;
  }, [buffer, listRef, selected, version]);
  return isFollowing ? 0 : buffer.added - Math.max(seen, followed.current);
}

/** Scrolls to the selected row when the selection moves, not when the rows do. */
function useKeepInSight(
  active: number,
  selected: string | undefined,
  listRef: RefObject<HTMLElement | null>,
  tail: Tail,
) {
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (shown.current === selected || active < 0) return;
    shown.current = selected;
    const list = listRef.current;
    if (list !== null) list.scrollTop = scrollTopFor(active, list.scrollTop, list.clientHeight, ROW_HEIGHT);
    tail.seen(active);
  }, [active, selected, listRef, tail]);
}

/** Returns the time of the row below. */
const before = (row: TailRow | undefined, order: RowOrder) => (row === undefined ? undefined : timeOf(row, order));

/** Returns the row's place in its request where neighbors share it, and on the topmost of them the outcome of the whole request. */
function batchOf(buffer: Rows, index: number): { place?: BatchPlace; batch?: string; batchTitle?: string } {
  const { requestId = null, batch = null, status } = buffer.at(index) ?? {};
  if (requestId === null) return {};
  const above = buffer.at(index - 1)?.requestId === requestId;
  const below = buffer.at(index + 1)?.requestId === requestId;
  if (above) return { place: below ? 'middle' : 'last' };
  const place = below ? { place: 'first' as const } : {};
  if (batch === null || batch.accepted + batch.dropped < 2) return place;
  // The reason of a dropped row needs the room.
  const dropped = status === 'dropped' ? 0 : batch.dropped;
  const figure = liveWords.row.batchFigure(batch.accepted + batch.dropped, dropped);
  return { ...place, batch: figure, batchTitle: batchWords(batch) };
}

function optionId(uuid: string | undefined): string {
  return `event-${uuid}`;
}

/** Follows which rows of a list are in sight. Rows are drawn in the frame that scrolls to them. */
function useVisibleRange(listRef: RefObject<HTMLElement | null>): VisibleRange {
  const [sight, setSight] = useState<VisibleRange>({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const list = listRef.current;
    if (list === null) return;
    const look = () => {
      const now = visibleRows(list.scrollTop, list.clientHeight, ROW_HEIGHT);
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
  }, [listRef]);
  return sight;
}
