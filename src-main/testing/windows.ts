import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type { BrowserWindowConstructorOptions, IpcMainEvent, Rectangle, WindowOpenHandlerResponse } from 'electron';
import { app } from './app.ts';
import { preventable } from './record.ts';

const require = createRequire(import.meta.url);

export const ipcMain = new EventEmitter();

/** Returns the answer to a synchronous message of a page at `url`. */
export function sendSync(channel: string, url: string, isTopFrame = true): unknown {
  const senderFrame = { url, parent: isTopFrame ? null : {} };
  const event = { senderFrame, returnValue: undefined } as unknown as IpcMainEvent;
  ipcMain.emit(channel, event);
  return event.returnValue;
}

class WebContents extends EventEmitter {
  url = '';
  openHandler: (details: { url: string }) => WindowOpenHandlerResponse = () => ({ action: 'allow' });
  setWindowOpenHandler = (handler: WebContents['openHandler']) => {
    this.openHandler = handler;
  };
  reload = () => {};
}

/** A window without display that fetches its page and runs its preload script. */
export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  readonly options: BrowserWindowConstructorOptions;
  readonly loads: string[] = [];
  exposed: Record<string, unknown> = {};
  bounds: Rectangle;
  shown = false;
  focused = 0;
  minimized = false;
  maximized = false;
  destroyed = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    const { x = 10, y = 10, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    this.loads.push(url);
    const answer = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => null);
    if (this.destroyed) return;
    if (!answer?.ok) {
      this.webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', url, true);
      throw new Error('ERR_CONNECTION_REFUSED');
    }
    this.webContents.url = url;
    this.#runPreload();
    this.emit('ready-to-show');
  }

  #runPreload(): void {
    const script = this.options.webPreferences?.preload;
    if (!script) return;
    loading = this;
    delete require.cache[require.resolve(script)];
    try {
      require(script);
    } catch (error) {
      // The shell survives a failed load, but a broken preload script must fail the test.
      process.stderr.write(`${error}\n`);
      app.exit(1);
    }
  }

  show = () => {
    this.shown = true;
  };
  focus = () => {
    this.focused += 1;
  };
  restore = () => {
    this.minimized = false;
  };
  maximize = () => {
    this.maximized = true;
  };
  isMinimized = () => this.minimized;
  isMaximized = () => this.maximized;
  isDestroyed = () => this.destroyed;
  getNormalBounds = () => this.bounds;

  close(): boolean {
    const event = preventable({});
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    this.destroyed = true;
    this.emit('closed');
    if (windows.every((window) => window.destroyed)) app.emit('window-all-closed');
    return true;
  }
}

export const windows: BrowserWindow[] = [];
let loading: BrowserWindow | null = null;

app.closeWindows = () => windows.filter((window) => !window.destroyed).every((window) => window.close());

export const ipcRenderer = { sendSync: (channel: string) => sendSync(channel, loading?.webContents.url ?? '') };
export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown) => {
    if (loading) loading.exposed[name] = structuredClone(value);
  },
};
