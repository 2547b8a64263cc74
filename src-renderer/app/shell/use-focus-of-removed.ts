import { type RefObject, useEffect } from 'react';

const controls = 'a[href], button:enabled, input:enabled, textarea:enabled, select:enabled, [tabindex="0"]';

/** Longer than dialogs and menus take to return the focus. */
const settledMs = 50;

/**
 * Moves the focus of what was removed, such as the last row of a list or a banner, to the control after it, else to the one before
 * it. A part that has a better place takes the focus first. A page that was left is no concern: the next one has its own.
 */
export function useFocusOfRemoved(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: { target: Element; page: string; next: HTMLElement[] } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[data-portal]') !== null) return;
      if (content.current?.contains(target) !== true) last = null;
      else last = { target, page: location.pathname, next: neighbors(content.current, target) };
    };
    const restore = () => {
      timer = undefined;
      if (last === null || last.target.isConnected || document.activeElement !== document.body) return;
      const { page, next } = last;
      last = null;
      if (page === location.pathname) next.find((control) => control.isConnected && control.checkVisibility())?.focus();
    };
    const observer = new MutationObserver(() => {
      if (last === null || last.target.isConnected || document.activeElement !== document.body) return;
      timer ??= setTimeout(restore, settledMs);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener('focusin', note);
    };
  }, [content]);
}

/** Returns the controls after one, then those before it from the nearest on. */
function neighbors(content: HTMLElement, target: Element): HTMLElement[] {
  const all = [...content.querySelectorAll<HTMLElement>(controls)];
  const isBefore = (control: Element) =>
    (control.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const before = all.filter(isBefore);
  return [...all.slice(before.length), ...before.reverse()];
}
