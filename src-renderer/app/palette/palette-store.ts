import { createSpotlight } from '@mantine/spotlight';

/** Whether the palette is open, and its opener: apart from the palette itself, which is loaded later. */
export const [paletteStore, palette] = createSpotlight();

let early = '';
let hasField = false;

// Keys pressed before the palette is drawn are its own: else they would edit a form, or resend an event.
window.addEventListener(
  'keydown',
  (event) => {
    if (hasField || !paletteStore.getState().opened) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') palette.close();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) early += event.key;
  },
  { capture: true },
);

/** Tells whether the palette's field has the keys; returns what was typed before. */
export function fieldHasKeys(has: boolean): string {
  const typed = early;
  early = '';
  hasField = has;
  return typed;
}
