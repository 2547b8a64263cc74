import { useElementSize, useLocalStorage, useMergedRef } from '@mantine/hooks';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import classes from './split-panes.module.css';

type Props = {
  /** Storage key of the first pane's share, in percent. */
  storageKey: string;
  defaultShare: number;
  /** Minimum pixels of each pane, if there is room for both. */
  least: readonly [number, number];
  /** Names the separator. */
  label: string;
  first: ReactNode;
  second: ReactNode;
};

const keyStep = 5;

/** Shows two panes side by side, with a separator that a pointer or the keyboard moves; a double click resets it. */
export function SplitPanes({ storageKey, defaultShare, least, label, first, second }: Props) {
  const [stored, setShare] = useLocalStorage({
    key: storageKey,
    defaultValue: defaultShare,
    getInitialValueInEffect: false,
    deserialize: (text) => Number(text) || defaultShare,
    sync: false,
  });
  const panes = useRef<HTMLDivElement>(null);
  const { ref, width } = useElementSize();
  const room = width - 1;
  const [min, max] = room > least[0] + least[1] ? [(least[0] / room) * 100, 100 - (least[1] / room) * 100] : [0, 100];
  const share = Math.min(Math.max(stored, min), max);
  const move = (to: number) => setShare(Math.min(Math.max(to, min), max));

  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || panes.current === null) return;
    move(((event.clientX - panes.current.getBoundingClientRect().left) / room) * 100);
  };
  const keys = (event: KeyboardEvent) => {
    const to = { ArrowLeft: share - keyStep, ArrowRight: share + keyStep, Home: min, End: max }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(to);
  };
  const style = {
    '--share': stored,
    '--least': `${least[0]}px`,
    '--least-second': `${least[1]}px`,
  } as CSSProperties;
  return (
    <div ref={useMergedRef(ref, panes)} className={classes.panes} style={style}>
      <div className={classes.first}>{first}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: an <hr> separates in the text, and cannot be moved */}
      <div
        role="separator"
        tabIndex={0}
        className={classes.separator}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuenow={Math.round(share)}
        aria-valuemin={Math.round(min)}
        aria-valuemax={Math.round(max)}
        onKeyDown={keys}
        onDoubleClick={() => move(defaultShare)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          // Dragging selects no text.
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
      />
      <div className={classes.second}>{second}</div>
    </div>
  );
}
