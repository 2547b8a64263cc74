import { type FocusEvent, useEffect, useRef } from 'react';

/** Moves the focus of an action that is gone, such as the menu of what was deleted, to a `place` that stays. */
export function useFocusKept<Place extends HTMLElement>() {
  const place = useRef<Place>(null);
  const last = useRef<Element>(null);
  useEffect(() => {
    const [gone, next] = [last.current, place.current];
    if (gone === null || next === null || gone.isConnected || document.activeElement !== document.body) return;
    last.current = null;
    // A heading takes no focus by itself.
    if (next.tabIndex < 0) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  });
  const onFocus = ({ target }: FocusEvent) => {
    last.current = target;
  };
  return { place, actions: { onFocus } };
}
