import { type RefObject, useEffect } from 'react';

const controls = 'a[href], button:enabled, input:enabled, textarea:enabled, select:enabled, [tabindex="0"]';

const inputs = ['keydown', 'pointerdown'] as const;

/** Longer than dialogs and menus take to return the focus. */
const settledMs = 50;

/** Where the focus is: `before` has the controls before it, the nearest first. */
type Place = { target: Element; page: string; before: HTMLElement[] };

/**
 * Moves the focus of a control that a key removed, such as one in the last row of a list or in a banner, to the control in its
 * place, else before it. A part that has a better place takes the focus first, and a page that opens has its own. A pointer
 * needs none: a field would take the keys of shortcuts.
 */
export function useFocusOfRemoved(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Place | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isByKey = false;
    const isLost = () => isByKey && last?.target.isConnected === false && document.activeElement === document.body;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[data-portal]') !== null) return;
      if (content.current?.contains(target) !== true) last = null;
      else last = placeOf(target, content.current);
    };
    const restore = () => {
      timer = undefined;
      if (!isLost() || last === null) return;
      if (last.page === location.pathname && content.current !== null) focusAt(last, content.current);
      last = null;
    };
    const observer = new MutationObserver(() => {
      if (isLost()) timer ??= setTimeout(restore, settledMs);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const onInput = ({ type }: Event) => {
      isByKey = type === 'keydown';
    };
    document.addEventListener('focusin', onFocus);
    for (const type of inputs) document.addEventListener(type, onInput, { capture: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener('focusin', onFocus);
      for (const type of inputs) document.removeEventListener(type, onInput, { capture: true });
    };
  }, [content]);
}

const controlsIn = (content: HTMLElement) => [...content.querySelectorAll<HTMLElement>(controls)];

function placeOf(target: Element, content: HTMLElement): Place {
  const isBefore = (control: Element) =>
    (control.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return { target, page: location.pathname, before: controlsIn(content).filter(isBefore).reverse() };
}

/** Focuses the first control that takes it: one that is hidden does not. */
function focusAt({ before }: Place, content: HTMLElement): void {
  const all = controlsIn(content);
  const nearest = before.find((control) => control.isConnected);
  const place = nearest === undefined ? 0 : all.indexOf(nearest) + 1;
  for (const control of [...all.slice(place), ...all.slice(0, place).reverse()]) {
    control.focus();
    if (document.activeElement === control) return;
  }
}
