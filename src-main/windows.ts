import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';
import { focusWindow, loadPage, openWindow } from './window.ts';

export type WindowsOptions = {
  /** Address of the page; null before the server has started. */
  url: () => string | null;
  title: () => string;
  preload: string;
  icon: string;
  log: (line: string) => void;
};

/** Next windows open beside the one before. */
const step = 28;

/** The windows of the app: all show pages of the one server. */
export function createWindows(options: WindowsOptions) {
  const open = new Set<BrowserWindow>();

  function openAt(path: string): void {
    const url = options.url();
    if (url === null) return;
    const stateFile = join(app.getPath('userData'), 'window.json');
    const { preload, icon, log } = options;
    const address = new URL(path, url).href;
    const window = openWindow({
      url: address,
      title: options.title(),
      preload,
      icon,
      stateFile,
      log,
      offset: open.size * step,
    });
    open.add(window);
    window.on('closed', () => open.delete(window));
  }

  const front = () => BrowserWindow.getFocusedWindow() ?? [...open].at(-1) ?? null;

  return {
    front,
    openAt,
    /** Shows the window in front, or opens one; at `path` if one is given. */
    show: (path: string | null = null): void => {
      const window = front();
      const url = options.url();
      if (!window || url === null) {
        openAt(path ?? '/');
      } else {
        focusWindow(window);
        if (path !== null) loadPage(window, new URL(path, url).href);
      }
    },
    reload: (): void => {
      for (const window of open) window.webContents.reload();
    },
  };
}
