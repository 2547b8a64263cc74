import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/**
 * The slice of a chart over time that the pointer is on or the arrow keys have gone to: `chosen` is null while it is none,
 * `at` is then the last one. `handlers` belong on the plot, whose width the slices share evenly.
 */
export function useSliceChoice(count: number) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = Math.max(0, count - 1);
  const at = Math.min(chosen ?? last, last);
  const choose = (slice: number) => setChosen(Math.max(0, Math.min(last, slice)));
  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      const moves: Record<string, number> = {
        ArrowLeft: at - 1,
        ArrowRight: at + 1,
        PageUp: at - 7,
        PageDown: at + 7,
        Home: 0,
        End: last,
      };
      const to = moves[event.key];
      if (to === undefined) return;
      event.preventDefault();
      choose(to);
    },
    onBlur: () => setChosen(null),
    onPointerLeave: () => setChosen(null),
    onPointerMove: (event: PointerEvent) => {
      const { left, width } = event.currentTarget.getBoundingClientRect();
      choose(Math.floor(((event.clientX - left) / width) * count));
    },
  };
  return { chosen, at, handlers };
}
