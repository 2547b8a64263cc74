import { type RefObject, useEffect, useRef } from 'react';
import { isDialogOpen } from '../../ui/is-dialog-open.ts';
import { liveWords } from './words.ts';

export type LiveActions = {
  move: (by: number | 'first' | 'last') => void;
  enterDetail: () => void;
  leave: () => void;
  pin: () => void;
  resend: () => void;
  mark: () => void;
  diff: () => void;
  expect: () => void;
  onlyBatch: () => void;
  focusFilter: () => void;
  pause: () => void;
};

/** The keys of the list, as the sheet of shortcuts lists them. */
export const liveKeys: { keys: string[]; says: string }[] = [
  { keys: ['j', '↓'], says: liveWords.keys.next },
  { keys: ['k', '↑'], says: liveWords.keys.previous },
  { keys: ['Home', 'End'], says: liveWords.keys.ends },
  { keys: ['Enter'], says: liveWords.keys.detail },
  { keys: ['Esc'], says: liveWords.keys.leave },
  { keys: ['/'], says: liveWords.keys.filter },
  { keys: ['Space'], says: liveWords.keys.pause },
  { keys: ['p'], says: liveWords.keys.pin },
  { keys: ['m'], says: liveWords.keys.mark },
  { keys: ['d'], says: liveWords.keys.diff },
  { keys: ['e'], says: liveWords.keys.expect },
  { keys: ['b'], says: liveWords.keys.batch },
  { keys: ['r'], says: liveWords.keys.resend },
];

/** Binds each key to one action, except in fields, dialogs and menus. */
export function useLiveKeys(listRef: RefObject<HTMLElement | null>, actions: LiveActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      // An open dialog has the keys from its first moment on; it takes the focus only a little later.
      if (isDialogOpen()) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]')) return;
      const isInList = target === listRef.current || target === document.body || target.tagName === 'MAIN';
      const act = actionOf(event.key, latest.current, isInList, target);
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [listRef]);
}

const PAGE = 20;
const anywhere: Record<string, keyof LiveActions | number> = {
  j: 1,
  k: -1,
  p: 'pin',
  r: 'resend',
  m: 'mark',
  d: 'diff',
  e: 'expect',
  b: 'onlyBatch',
  '/': 'focusFilter',
  Escape: 'leave',
};
const inList: Record<string, number | 'first' | 'last'> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: 'first',
  End: 'last',
};

function actionOf(key: string, actions: LiveActions, isInList: boolean, target: HTMLElement): (() => void) | undefined {
  // A focused button keeps its Space.
  if (key === ' ') return target.closest('button, a, [role="tab"]') === null ? actions.pause : undefined;
  if (isInList && key === 'Enter') return actions.enterDetail;
  const step = isInList ? (inList[key] ?? anywhere[key]) : anywhere[key];
  if (typeof step === 'number' || step === 'first' || step === 'last') return () => actions.move(step);
  return step === undefined || step === 'move' ? undefined : actions[step];
}
