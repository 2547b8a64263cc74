import type { MouseEvent } from 'react';

const controls = 'a, button, input, label, select, textarea, [role="menuitem"]';

/** Returns the link of a pressed row; none where a control in the row or a menu that it opened was pressed. */
function linkOf({ target, currentTarget }: MouseEvent<HTMLElement>): HTMLAnchorElement | null {
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls) !== null) return null;
  return currentTarget.querySelector('th a[href]');
}

/** Presses the row's link as the row was pressed, so that Ctrl opens a tab. Selecting text opens nothing. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  if (window.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  linkOf(event)?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}

/** Opens the row's link in a new tab with the middle button. */
export function openRowApart(event: MouseEvent<HTMLElement>): void {
  const link = event.button === 1 ? linkOf(event) : null;
  if (link !== null) window.open(link.href, '_blank', 'noopener');
}
