import { useLocation, useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, Suspense, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { pageCommands } from '#main/commands.ts';
import { useRefusal } from '../api/permissions.ts';
import { liveKeys } from '../events/tail/use-live-keys.ts';
import { isDialogOpen } from '../ui/is-dialog-open.ts';
import { lazyPart } from '../ui/lazy/lazy-part.ts';
import { palette } from './palette/palette-store.ts';
import type { Shortcut } from './shortcut-sheet.tsx';
import { words } from './words.tsx';

const { shortcuts: text } = words;

const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet');

type RunShortcut = Shortcut & { run: () => void };

const SheetContext = createContext(() => {});

/** Shows the sheet of the shortcuts that the page has. */
export const useShowShortcuts = () => useContext(SheetContext);

/** Shows the shortcuts of every page: the keys and the sheet that lists them are one table. Live adds those of its list. */
export function Shortcuts({ children }: { children: ReactNode }) {
  /** Undefined until it is first opened. */
  const [isOpen, setIsOpen] = useState<boolean>();
  const show = useCallback(() => setIsOpen(true), []);
  const isLive = useLocation().pathname === '/live';
  const shortcuts = useTable(show, isLive);
  useKeys(shortcuts);
  const listed = isLive ? [...liveKeys, ...shortcuts] : shortcuts;
  return (
    <SheetContext value={show}>
      {children}
      {isOpen !== undefined && (
        <Suspense>
          <ShortcutSheet shortcuts={listed} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </SheetContext>
  );
}

function useTable(showSheet: () => void, isLive: boolean): RunShortcut[] {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const create = (['/experiments', '/feature-flags', '/actions', '/test-runs'] as const).find(
    (path) => pathname === path,
  );
  const mayCreate = useRefusal(create === '/test-runs' ? 'write' : 'edit_definitions') === undefined;
  return [
    { keys: ['?'], says: text.show, run: showSheet },
    ...(isLive ? [] : [{ keys: ['/'], says: text.search, run: focusSearch }]),
    ...Object.values(pageCommands).flatMap((command) =>
      'keys' in command
        ? [{ keys: [command.keys], says: text.go(command.label), run: () => void navigate({ to: command.to }) }]
        : [],
    ),
    ...(create !== undefined && mayCreate
      ? [{ keys: ['c'], says: text.create, run: () => void navigate({ to: `${create}/new` }) }]
      : []),
    ...(isLive ? [] : rowKeys),
  ];
}

const rowLinks = ['table[data-opens]', 'th', 'a[href]'].join(' ');
const rowKeys: RunShortcut[] = [
  { keys: ['j', 'ArrowDown'], says: text.next, run: () => moveRow(1) },
  { keys: ['k', 'ArrowUp'], says: text.previous, run: () => moveRow(-1) },
];

/** Moves the focus to the link of the next row, which Enter opens. */
function moveRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(rowLinks)];
  const row = document.activeElement?.closest('tr');
  const current = links.findIndex((link) => link.closest('tr') === row);
  links.at(current === -1 ? 0 : Math.min(Math.max(current + by, 0), links.length - 1))?.focus();
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>(searchField);
  if (field === null) palette.open();
  else field.focus();
}

const fields =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="slider"], [role="tab"], [role="img"]';

const searchField = 'main input[type="search"]';

/**
 * Handles one key, or `g` and a letter, except in fields, dialogs and parts with their own keys. The arrow down leads from the search
 * of a list to its rows.
 */
function useKeys(shortcuts: RunShortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    let first = '';
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      const isToRows = event.key === 'ArrowDown' && !event.isComposing && target.matches(searchField);
      if (isDialogOpen() || (target.closest(fields) !== null && !isToRows)) return;
      const pressed = first === '' ? event.key : `${first} ${event.key}`;
      first = '';
      const shortcut = latest.current.find(({ keys }) => keys.includes(pressed));
      if (
        shortcut === undefined &&
        latest.current.some(({ keys }) => keys.some((key) => key.startsWith(`${pressed} `)))
      ) {
        first = pressed;
        return;
      }
      const isArrow = pressed.startsWith('Arrow');
      if (shortcut === undefined || (isArrow && document.querySelector(rowLinks) === null)) return;
      event.preventDefault();
      event.stopPropagation();
      shortcut.run();
    };
    // Before the keys of Live, where `p` is another one.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
