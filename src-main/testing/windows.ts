import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle, WindowOpenHandlerResponse } from 'electron';
import { app } from './app.ts';
import { preventable } from './record.ts';

/** How a window shows its page: not at all (fetched-page.ts), or in Chromium (chromium/page.ts). */
export type Page = {
  /** Resolves to whether the page loaded; the failure of the main frame is also an event. */
  load: (url: string) => Promise<boolean>;
  reload: () => void;
  /** Sends a message to the preload script. */
  send: (channel: string, args: unknown[]) => void;
  place: (change: { bounds?: Rectangle; state?: 'normal' | 'minimized' | 'maximized' }) => void;
  title: (text: string) => void;
  focus: () => void;
  /** Resolves to false if the page has unsaved work and stays. */
  close: () => Promise<boolean>;
};

/** Set by electron.ts. */
export const pages = {} as { open: (window: BrowserWindow) => Page };

class WebContents extends EventEmitter {
  url = '';
  openHandler: (details: { url: string }) => WindowOpenHandlerResponse = () => ({ action: 'allow' });
  readonly #page: () => Page;
  constructor(page: () => Page) {
    super();
    this.#page = page;
  }
  setWindowOpenHandler = (handler: WebContents['openHandler']) => {
    this.openHandler = handler;
  };
  getURL = () => this.url;
  reload = () => this.#page().reload();
  send = (channel: string, ...args: unknown[]) => this.#page().send(channel, args);
}

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents = new WebContents(() => this.#page);
  readonly options: BrowserWindowConstructorOptions;
  readonly loads: string[] = [];
  exposed: Record<string, unknown> = {};
  /** Messages to a preload script that only a page in Chromium has. */
  readonly sent: unknown[][] = [];
  title: string;
  bounds: Rectangle;
  shown = false;
  focused = 0;
  isFocused = false;
  minimized = false;
  maximized = false;
  destroyed = false;
  readonly #page: Page;

  /** Creates the window. `page` is given for a window that a page opened. */
  constructor(options: BrowserWindowConstructorOptions, page: (window: BrowserWindow) => Page = pages.open) {
    super();
    this.options = options;
    const { x = 40, y = 40, width = 800, height = 600, title = 'Electron' } = options;
    this.title = title;
    this.bounds = { x, y, width, height };
    windows.push(this);
    this.#page = page(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  static getFocusedWindow(): BrowserWindow | null {
    return windows.findLast(({ destroyed, isFocused }) => !destroyed && isFocused) ?? null;
  }

  async loadURL(url: string): Promise<void> {
    this.loads.push(url);
    if (!(await this.#page.load(url))) throw new Error(`${url} was not loaded`);
  }

  show = () => {
    this.shown = true;
  };
  focus = () => {
    this.focused += 1;
    for (const window of windows) window.isFocused = window === this;
    this.#page.focus();
  };
  restore = () => {
    this.minimized = false;
    this.#page.place({ state: 'normal' });
  };
  minimize = () => {
    this.minimized = true;
    this.#page.place({ state: 'minimized' });
  };
  maximize = () => {
    this.maximized = true;
    this.#page.place({ state: 'maximized' });
  };
  setBounds = (bounds: Rectangle) => {
    this.bounds = bounds;
    this.#page.place({ bounds });
  };
  setTitle = (title: string) => {
    this.title = title;
    this.#page.title(title);
  };
  isMinimized = () => this.minimized;
  isMaximized = () => this.maximized;
  isDestroyed = () => this.destroyed;
  getNormalBounds = () => this.bounds;

  /** Resolves to whether the window closed. */
  async close(): Promise<boolean> {
    const event = preventable({});
    this.emit('close', event);
    if (event.defaultPrevented || !(await this.#page.close())) return false;
    this.closed();
    return true;
  }

  /** Marks the window as destroyed, also when the user closed it. */
  closed(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('closed');
    if (windows.every((window) => window.destroyed)) app.emit('window-all-closed');
  }
}

export const windows: BrowserWindow[] = [];

app.closeWindows = async () => {
  for (const window of windows) if (!window.destroyed && !(await window.close())) return false;
  return true;
};
