import { useSyncExternalStore } from 'react';
import { isDialogOpen } from '../../ui/is-dialog-open.ts';

/** `left`: closed, and its page is left for another. */
type PaletteState = 'closed' | 'open' | 'left';

let state: PaletteState = 'closed';
const listeners = new Set<() => void>();
const setState = (to: PaletteState) => {
  state = to;
  for (const listener of listeners) listener();
};

/**
 * Opens and closes the palette: apart from the palette itself, which is loaded later. It opens over no other dialog: one Escape would
 * close both, and a page that it opens would discard what the dialog holds.
 */
export const palette = {
  open: () => {
    // The palette itself is in the document while it closes.
    if (!isDialogOpen(':not([data-palette] *)')) setState('open');
  },
  close: () => setState('closed'),
  /** A page that opens gets the focus, not what had it in the page before. */
  leave: () => {
    if (state === 'closed') setState('left');
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const usePaletteState = () => useSyncExternalStore(subscribe, () => state);

let early = '';
let hasField = false;

// Keys pressed before the palette is drawn are its own: else they would edit a form, or resend an event.
window.addEventListener(
  'keydown',
  (event) => {
    if (hasField || state !== 'open') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { key } = event;
    if (key === 'Escape') {
      early = '';
      palette.close();
    } else if (key === 'Enter') early += '\n';
    else if (key.length === 1 && !event.ctrlKey && !event.metaKey) early += key;
  },
  { capture: true },
);

/** Tells whether the palette's field has the keys; returns what was typed before, Enter as a line break. */
export function fieldHasKeys(has: boolean): string {
  const typed = early;
  early = '';
  hasField = has;
  return typed;
}
