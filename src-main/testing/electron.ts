import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type {
  MenuItemConstructorOptions,
  MessageBoxOptions,
  OnBeforeRequestListenerDetails,
  PermissionCheckHandlerHandlerDetails,
} from 'electron';
import { recorded } from './record.ts';

/**
 * Stands in for the `electron` module where its binary cannot run. Does what Node can for real (processes, files, HTTP), and
 * records the rest for the test (control.ts).
 */
// biome-ignore lint/performance/noBarrelFile: it is one module to those who import `electron`.
export { app } from './app.ts';
export { BrowserWindow, contextBridge, ipcMain, ipcRenderer } from './windows.ts';

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
  openPath: async (path: string) => void recorded.openedPaths.push(path),
};
export const clipboard = {
  writeText: (text: string) => {
    recorded.clipboard = text;
  },
};
/** The user's answers to the next dialogs; without one a dialog stays open. */
export const dialogAnswers: number[] = [];
export const dialog = {
  showMessageBox: async ({ message, detail = '', buttons = [] }: MessageBoxOptions) => {
    recorded.dialogs.push({ message, detail, buttons });
    const response = dialogAnswers.shift();
    return response === undefined ? new Promise<never>(() => {}) : { response };
  },
  /** Synchronous, so a test must provide its answer before. */
  showMessageBoxSync: (_window: unknown, { message, detail = '', buttons = [] }: MessageBoxOptions) => {
    recorded.dialogs.push({ message, detail, buttons });
    return dialogAnswers.shift() ?? -1;
  },
};

type Request = Pick<OnBeforeRequestListenerDetails, 'url'>;
type PermissionRequest = (c: null, name: string, answer: (yes: boolean) => void, of: { requestingUrl: string }) => void;
type PermissionCheck = (c: null, name: string, origin: string, of: PermissionCheckHandlerHandlerDetails) => boolean;
export const guards = {} as {
  request: (details: Request, answer: (what: { cancel: boolean }) => void) => void;
  permissionRequest: PermissionRequest;
  permissionCheck: PermissionCheck;
  device: (details: object) => boolean;
};
export const session = {
  defaultSession: {
    webRequest: { onBeforeRequest: (guard: typeof guards.request) => void Object.assign(guards, { request: guard }) },
    setPermissionRequestHandler: (guard: PermissionRequest) => void Object.assign(guards, { permissionRequest: guard }),
    setPermissionCheckHandler: (guard: PermissionCheck) => void Object.assign(guards, { permissionCheck: guard }),
    setDevicePermissionHandler: (guard: typeof guards.device) => void Object.assign(guards, { device: guard }),
  },
};

export const applicationMenu: MenuItemConstructorOptions[] = [];
export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (template: MenuItemConstructorOptions[]) =>
    applicationMenu.splice(0, applicationMenu.length, ...template),
};
export class Tray extends EventEmitter {
  setToolTip = (text: string) => recorded.trayTips.push(text);
  setContextMenu = () => {};
}
const image = { resize: () => image };
export const nativeImage = { createFromPath: () => image };
export const nativeTheme = { shouldUseDarkColors: true };
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] };
