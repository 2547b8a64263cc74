import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import type { MenuItemConstructorOptions } from 'electron';
import { openChromiumPage } from './chromium/page.ts';
import { fetchPage } from './fetched-page.ts';
import { recorded } from './record.ts';
import { pages } from './windows.ts';

/**
 * Stands in for the `electron` module where its binary cannot run. Does what Node can for real (processes, files, HTTP), and
 * records the rest for the test (control.ts).
 */
// biome-ignore lint/performance/noBarrelFile: it is one module to those who import `electron`.
export { app } from './app.ts';
export { dialog } from './dialog.ts';
export { contextBridge, ipcRenderer } from './fetched-page.ts';
export { session } from './guards.ts';
export { ipcMain } from './ipc.ts';
export { BrowserWindow } from './windows.ts';

const { version } = JSON.parse(readFileSync('node_modules/electron/package.json', 'utf8'));
Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: version, chrome: 'of Debian' } });
Object.assign(process, { resourcesPath: process.env.STAND_IN_RESOURCES ?? process.cwd() });
pages.open = process.env.STAND_IN_CHROMIUM ? openChromiumPage : fetchPage;

class UtilityProcess extends EventEmitter {
  readonly #child;
  readonly stderr;
  constructor(entry: string, args: string[]) {
    super();
    const shim = new URL('./parent-port.ts', import.meta.url).href;
    const stdio = ['ignore', 'inherit', 'pipe', 'ipc'] as const;
    this.#child = fork(entry, args, { execArgv: ['--import', shim], stdio: [...stdio] });
    this.stderr = this.#child.stderr;
    if (this.#child.pid) recorded.serverPids.push(this.#child.pid);
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('close', (code, signal) => this.emit('exit', code ?? (signal ? 1 : 0)));
  }
  get pid() {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }
  postMessage = (message: object) => this.#child.send(message);
}

export const utilityProcess = { fork: (entry: string, args: string[]) => new UtilityProcess(entry, args) };

export const shell = {
  openExternal: async (url: string) => void recorded.externals.push(url),
  openPath: async (path: string) => {
    recorded.openedPaths.push(path);
    return existsSync(path) ? '' : 'No such file or directory';
  },
};
/** Requests of the main process, to this machine alone. */
export const net = {
  request: ({ session: _session, ...options }: RequestOptions & { session: object }) => {
    if (options.hostname !== '127.0.0.1') throw new Error(`The stand-in asks nobody at ${options.hostname}`);
    return request(options);
  },
};
export const clipboard = {
  writeText: (text: string) => {
    recorded.clipboard = text;
  },
};

export const applicationMenu: MenuItemConstructorOptions[] = [];
export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (template: MenuItemConstructorOptions[]) =>
    applicationMenu.splice(0, applicationMenu.length, ...template),
};
export const trayMenu: MenuItemConstructorOptions[] = [];
export class Tray extends EventEmitter {
  constructor() {
    super();
    if (process.env.STAND_IN_NO_TRAY) throw new Error('This desktop has no tray');
  }
  setToolTip = (text: string) => recorded.trayTips.push(text);
  setContextMenu = (menu: MenuItemConstructorOptions[]) => void trayMenu.splice(0, trayMenu.length, ...menu);
}
export const notifications: Notification[] = [];
export class Notification extends EventEmitter {
  static isSupported = () => true;
  readonly #options: { title: string; body: string };
  constructor(options: { title: string; body: string }) {
    super();
    this.#options = options;
    notifications.push(this);
  }
  get title() {
    return this.#options.title;
  }
  show = () => recorded.notifications.push(this.#options);
  close = () => {};
}
export const crashReporter = { start: (options: object) => void Object.assign(recorded.crashReporter, options) };
const image = { resize: () => image };
export const nativeImage = { createFromPath: () => image };
export const nativeTheme = { shouldUseDarkColors: true };
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] };
