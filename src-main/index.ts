/// <reference types="electron-vite/node" />
import { join, resolve } from 'node:path';
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  type IpcMainEvent,
  ipcMain,
  session,
  shell,
  type Tray,
} from 'electron';
import { appId } from './app-id.ts';
import { bridgeChannel, type DesktopBridge } from './bridge.ts';
import { guardContents, guardSession, isTrustedSender } from './guard.ts';
import icon from './icons/icon.png?asset';
import { type MenuActions, setMenu } from './menu.ts';
import { type ServerFailure, type ServerSupervisor, superviseServer } from './server.ts';
import type { ServerAddress } from './server-messages.ts';
import { showTray } from './tray.ts';
import { focusWindow, loadPage, openWindow } from './window.ts';

const built = (path: string) => join(import.meta.dirname, '..', path);

const state: {
  server: ServerSupervisor | null;
  address: ServerAddress | null;
  window: BrowserWindow | null;
  /** Referenced so that the icon is not garbage-collected. */
  tray: Tray | null;
  serverStopped: boolean;
  /** The window loaded while the server was down, so its page got no session. */
  pageLacksSession: boolean;
} = { server: null, address: null, window: null, tray: null, serverStopped: false, pageLacksSession: false };

/** In development the Vite server serves the page and proxies the API. */
const pageUrl = () => (!app.isPackaged && process.env.ELECTRON_RENDERER_URL) || state.address?.url || null;
const home = () => {
  const url = pageUrl();
  return url === null ? null : new URL(url).origin;
};
const openExternal = (url: string) => void shell.openExternal(url).catch((error) => console.error(error.message));

const actions: MenuActions = {
  showWindow,
  copyAddress: () => state.address && clipboard.writeText(state.address.url),
  openInBrowser: () => withLink(openExternal),
  copyLink: () => withLink((link) => clipboard.writeText(link)),
  openDataFolder: () => void shell.openPath(app.getPath('userData')),
  getStarted,
  quit: () => app.quit(),
};

/** Each link signs in one browser, so each use needs a new one. */
function withLink(use: (link: string) => void): void {
  state.server?.createLink().then(use, (error: Error) => console.error(error.message));
}

function title({ port, busyPort }: ServerAddress): string {
  return busyPort === null ? 'Benchtop' : `Benchtop on port ${port} (${busyPort} is taken)`;
}

function showWindow(): void {
  const url = pageUrl();
  if (!url || !state.address) return;
  if (state.window) {
    focusWindow(state.window);
    return;
  }
  const stateFile = join(app.getPath('userData'), 'window.json');
  const preload = built('preload/preload.cjs');
  const window = openWindow({ url, title: title(state.address), preload, icon, stateFile, log: console.error });
  window.on('closed', () => {
    state.window = null;
  });
  state.window = window;
}

function getStarted(): void {
  showWindow();
  const origin = home();
  if (state.window && origin) loadPage(state.window, `${origin}/get-started`);
}

function bridge({ session, url, busyPort }: ServerAddress): DesktopBridge {
  return { session, platform: process.platform, version: app.getVersion(), serverUrl: url, busyPort };
}

/** Shows the failure and asks once; without an answer the app ends, because it has no server. */
async function reportFailure(failure: ServerFailure): Promise<void> {
  console.error(failure.message);
  const again = failure.url ? 'Open it in the browser' : 'Try again';
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Benchtop',
    message: failure.url ? 'Another Benchtop uses this data folder.' : 'The server does not run.',
    detail: failure.message,
    buttons: [again, 'Quit'],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0 && !failure.url) return startServer();
  if (response === 0 && failure.url) openExternal(failure.url);
  app.quit();
}

async function startServer(): Promise<void> {
  try {
    state.address = (await state.server?.start()) ?? null;
  } catch (error) {
    return reportFailure(error as ServerFailure);
  }
  if (!state.address) return;
  const { url, port, busyPort } = state.address;
  if (busyPort !== null) console.log(`Port ${busyPort} is taken by another program, so Benchtop uses ${port}.`);
  console.log(`Benchtop is listening on ${url}`);
  state.tray ??= showTray(icon, url, actions);
  showWindow();
}

function stopServerFirst(event: { preventDefault(): void }): void {
  if (state.serverStopped || !state.server) return;
  event.preventDefault();
  void state.server.stop().finally(() => {
    state.serverStopped = true;
    app.quit();
  });
}

function answerBridge(event: IpcMainEvent): void {
  // While the server is down, another program may serve a page at the same address.
  const isUp = state.server?.isUp() ?? false;
  const isOwnPage = isTrustedSender(event, home);
  if (isOwnPage) state.pageLacksSession = !isUp;
  event.returnValue = state.address && isUp && isOwnPage ? bridge(state.address) : null;
}

async function run(): Promise<void> {
  app.enableSandbox();
  app.setAppUserModelId(appId);
  app.on('web-contents-created', (_event, contents) => guardContents(contents, home, openExternal));
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit());
  app.on('will-quit', stopServerFirst);
  ipcMain.on(bridgeChannel, answerBridge);
  await app.whenReady();
  guardSession(session.defaultSession, home);
  setMenu(actions, process.platform);
  state.server = superviseServer({
    entry: built('main/server-process.js'),
    dataDir: app.getPath('userData'),
    rendererDir: built('renderer'),
    port: Number(process.env.BENCHTOP_PORT ?? 8010),
    log: console.error,
    onUp: () => state.pageLacksSession && state.window?.webContents.reload(),
    onGivenUp: (failure) => void reportFailure(failure),
  });
  await startServer();
}

// The default folder of the headless server. An app with another folder is separate, with its own lock and window.
app.setName('Benchtop');
app.setPath('userData', resolve(process.env.BENCHTOP_DATA_DIR || join(app.getPath('appData'), app.getName())));

if (app.requestSingleInstanceLock()) {
  // Not awaited: Electron emits `ready` only after this module has been evaluated.
  run().catch((error) => {
    console.error(error);
    app.exit(1);
  });
} else {
  console.log('Benchtop is already open: its window is shown.');
  app.quit();
}
