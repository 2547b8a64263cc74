import { join } from 'node:path';
import { app, BrowserWindow, type WebContents } from 'electron';
import { type CommandId, commandChannel } from './commands.ts';
import { focusWindow, loadPage, openWindow } from './window.ts';

export type WindowsOptions = {
  /** Returns the address of the page; null before the server has started. */
  url: () => string | null;
  title: () => string;
  preload: string;
  icon: string;
  log: (line: string) => void;
};

/** Each new window is offset from the last. */
const step = 28;

/** Creates the windows of the app; all show pages of the one server. */
export function createWindows(options: WindowsOptions) {
  const open = new Set<BrowserWindow>();
  /** Windows of texts, such as the licenses: no page there runs commands. */
  const texts = new WeakSet<BrowserWindow>();
  const commands = createCommands();

  function openAt(path: string): BrowserWindow | null {
    const url = options.url();
    if (url === null) return null;
    const { preload, icon, log } = options;
    const window = openWindow({
      preload,
      icon,
      log,
      title: options.title(),
      url: new URL(path, url).href,
      stateFile: join(app.getPath('userData'), 'window.json'),
      offset: open.size * step,
    });
    open.add(window);
    window.on('closed', () => open.delete(window));
    return window;
  }

  /** Returns the window in front, of those with a page of the app. */
  function front(): BrowserWindow | null {
    const focused = BrowserWindow.getFocusedWindow();
    if (focused && !texts.has(focused)) return focused;
    return [...open].findLast((window) => !texts.has(window)) ?? null;
  }

  /** Shows the window in front, or opens one; at `path` if one is given. */
  function show(path: string | null = null): void {
    const window = front();
    const url = options.url();
    if (!window || url === null) {
      openAt(path ?? '/');
    } else {
      focusWindow(window);
      if (path !== null) loadPage(window, new URL(path, url).href);
    }
  }

  return {
    openAt,
    openText: (path: string): void => {
      const window = openAt(path);
      if (window) texts.add(window);
    },
    show,
    /** Runs a command in the window in front; without one, in a new one. */
    run: (id: CommandId, path: string | null): void => {
      const window = front();
      if (window) focusWindow(window);
      const runner = window ?? openAt(path ?? '/');
      if (runner) commands.give(runner, id);
    },
    takeCommand: commands.take,
    tell: (channel: string): void => {
      for (const window of open) window.webContents.send(channel);
    },
    reload: (): void => {
      for (const window of open) window.webContents.reload();
    },
  };
}

/** Keeps the last command of each window until its page takes it: one that still loads would lose a message. */
function createCommands() {
  const waiting = new WeakMap<WebContents, CommandId>();
  return {
    give: ({ webContents }: BrowserWindow, id: CommandId): void => {
      waiting.set(webContents, id);
      webContents.send(commandChannel);
    },
    take: (contents: WebContents): CommandId | null => {
      const command = waiting.get(contents) ?? null;
      waiting.delete(contents);
      return command;
    },
  };
}
