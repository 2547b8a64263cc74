import { useHotkeys } from '@mantine/hooks';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import type { Project } from '#server/projects/contract.ts';
import { useRefetchOnReturn, useServerStatus } from '../../api/status.ts';
import { FailureNotifications } from '../../expectations/notifications/failure-notifications.tsx';
import { useProject } from '../../projects/current-project.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { LastSearchContext } from '../../ui/page/last-search.ts';
import { hotkeyOf } from '../palette/hotkey.ts';
import { palette, usePaletteState } from '../palette/palette-store.ts';
import { Shortcuts } from '../shortcuts.tsx';
import { words } from '../words.tsx';
import { Banners } from './banners.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { StatusBar } from './status-bar.tsx';
import { useFocusOfRemoved } from './use-focus-of-removed.ts';

const CommandPalette = lazyPart(() => import('../palette/command-palette.tsx'), 'CommandPalette');
const DesktopCommands = lazyPart(() => import('../palette/desktop-commands.tsx'), 'DesktopCommands');

export function Shell({ projects }: { projects: Project[] }) {
  const project = useProject();
  const content = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  const { status, lost } = useServerStatus(project.id);
  useRefetchOnReturn(status, lost);
  useFocusOnPage(main);
  useFocusOfRemoved(content);
  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {words.shell.skip}
      </button>
      <Sidebar projects={projects} />
      <div ref={content} className={classes.content}>
        <Banners status={status} lost={lost} />
        {/* The key resets all state when the project changes. */}
        <main ref={main} className={classes.main} tabIndex={-1} key={project.id}>
          <Pages />
        </main>
      </div>
      <StatusBar status={status} lost={lost} projects={projects} />
      <FailureNotifications />
      {useHasOpenedPalette() && (
        <Suspense>
          <CommandPalette projects={projects} address={status?.url} />
        </Suspense>
      )}
      <Suspense>
        <DesktopCommands projects={projects} address={status?.url} />
      </Suspense>
    </div>
  );
}

function Pages() {
  const lastSearch = useRef(new Map<string, object>()).current;
  const { pathname, search } = useLocation();
  useEffect(() => void lastSearch.set(pathname, search), [lastSearch, pathname, search]);
  return (
    <LastSearchContext value={lastSearch}>
      <Shortcuts>
        <Outlet />
      </Shortcuts>
    </LastSearchContext>
  );
}

/** Opens the palette with Ctrl or Cmd + K; returns whether it was ever open. */
function useHasOpenedPalette(): boolean {
  useHotkeys([[hotkeyOf('palette'), palette.open]], []);
  const isOpen = usePaletteState() === 'open';
  const hasOpened = useRef(false);
  hasOpened.current ||= isOpen;
  return hasOpened.current;
}

type Place = { searchStr: string };
const projectOf = (place?: Place) => new URLSearchParams(place?.searchStr).get('project');
const opensPage = (change: { pathChanged: boolean; fromLocation?: Place; toLocation: Place }) =>
  change.pathChanged || projectOf(change.fromLocation) !== projectOf(change.toLocation);

/** Moves the focus to the heading of a page that was opened by something which is gone with the page before. */
function useFocusOnPage(main: RefObject<HTMLElement | null>) {
  const router = useRouter();
  useEffect(() => {
    const focusHeading = () => {
      const page = main.current;
      if (document.activeElement !== document.body || page === null) return;
      const heading = page.querySelector('h1');
      if (heading === null) {
        focusUntilHeading(page, focusHeading);
        return;
      }
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      // A page that has loaded replaces the heading that it had until then.
      const replaced = () => requestAnimationFrame(() => heading.isConnected || focusHeading());
      heading.addEventListener('blur', replaced, { once: true });
    };
    const stops = [
      router.subscribe('onBeforeNavigate', (change) => opensPage(change) && palette.leave()),
      router.subscribe('onRendered', (change) => opensPage(change) && focusHeading()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router, main]);
}

/** Focuses a page that has no heading while it loads, until it has one. */
function focusUntilHeading(page: HTMLElement, focusHeading: () => void) {
  page.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (page.querySelector('h1') === null) return;
    page.blur();
    focusHeading();
  });
  observer.observe(page, { childList: true, subtree: true });
  page.addEventListener('blur', () => observer.disconnect(), { once: true });
}
