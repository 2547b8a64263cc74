import { createRequire } from 'node:module';
import { app } from './app.ts';
import { invoke, sendSync } from './ipc.ts';
import type { BrowserWindow, Page } from './windows.ts';

const require = createRequire(import.meta.url);
let loading: BrowserWindow | null = null;

/** Creates a page without display: it is fetched, and its preload script runs in this process. */
export function fetchPage(window: BrowserWindow): Page {
  async function load(url: string): Promise<boolean> {
    const answer = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => null);
    if (window.destroyed) return true;
    if (!answer?.ok) {
      window.webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', url, true);
      return false;
    }
    window.webContents.url = url;
    runPreload(window);
    window.emit('ready-to-show');
    return true;
  }
  const nothing = () => {};
  return {
    load,
    reload: nothing,
    send: (channel, args) => window.sent.push([channel, ...args]),
    place: nothing,
    title: nothing,
    focus: nothing,
    close: async () => true,
  };
}

function runPreload(window: BrowserWindow): void {
  const script = window.options.webPreferences?.preload;
  if (!script) return;
  loading = window;
  delete require.cache[require.resolve(script)];
  try {
    require(script);
  } catch (error) {
    // The shell survives a failed load, but a broken preload script must fail the test.
    process.stderr.write(`${error}\n`);
    app.exit(1);
  }
}

export const ipcRenderer = {
  sendSync: (channel: string) => sendSync(channel, loading?.webContents.url ?? ''),
  invoke: (channel: string, ...args: unknown[]) =>
    invoke(channel, args, { url: loading?.webContents.url ?? '', contents: loading?.webContents }),
  on: () => {},
};
export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown) => {
    // Without functions: the test that reads it is another process.
    if (loading) loading.exposed[name] = JSON.parse(JSON.stringify(value));
  },
};
