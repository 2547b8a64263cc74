/// <reference types="electron-vite/node" />
import { join, resolve } from 'node:path';
import { app, clipboard, dialog, type IpcMainEvent, ipcMain, session, shell, type WebContents } from 'electron';
import { defaultPort } from '#server/defaults.ts';
import { setAbout } from './about.ts';
import { appId } from './app-id.ts';
import { bridgeChannel, type DesktopFacts, settingsChannel, type UpdateInfo, updatesChannel } from './bridge.ts';
import { takeCommandChannel } from './commands.ts';
import { keepCrashNotes } from './crash-notes.ts';
import { diagnostics } from './diagnostics.ts';
import { guardContents, guardSession, isTrustedSender } from './guard.ts';
import icon from './icons/icon.png?asset';
import { linkProtocol, pathInArguments, pathOfLink } from './links.ts';
import { openLog } from './log.ts';
import { type MenuActions, setMenu } from './menu.ts';
import { notifyOfDecisions } from './notifications/decision-notification.ts';
import { notifyOfFailure } from './notifications/failure-notification.ts';
import { type ServerFailure, type ServerSupervisor, superviseServer } from './server.ts';
import type { ServerAddress } from './server-messages.ts';
import { createReader } from './server-reader.ts';
import { watchActivity } from './server-status.ts';
import { openSettings } from './settings.ts';
import { hiddenFlag, startAtLogin } from './start-at-login.ts';
import { showTray, type TrayIcon } from './tray.ts';
import { inMenu } from './updates/menu-words.ts';
import { updateHost, updateObstacle } from './updates/obstacle.ts';
import { createUpdates, type Updates } from './updates/updates.ts';
import { createWindows } from './windows.ts';

const built = (path: string) => join(import.meta.dirname, '..', path);

// The default folder of the headless server. An app with another folder is separate, with its own lock and window.
app.setName('Benchtop');
app.setPath('userData', resolve(process.env.BENCHTOP_DATA_DIR || join(app.getPath('appData'), app.getName())));
const inData = (name: string) => join(app.getPath('userData'), name);
const log = openLog(inData('logs'));
const settings = openSettings(inData('desktop.json'));

const state: {
  server: ServerSupervisor | null;
  address: ServerAddress | null;
  tray: TrayIcon | null;
  updates: Updates | null;
  /** The server's state is watched, over its restarts. */
  isWatched: boolean;
  serverStopped: boolean;
  /** A page loaded while the server was down, so it got no session. */
  pageLacksSession: boolean;
  /** The page to open once the server has started. */
  path: string | null;
} = {
  server: null,
  address: null,
  tray: null,
  updates: null,
  isWatched: false,
  serverStopped: false,
  pageLacksSession: false,
  path: null,
};

/** Returns the address of the page; in development that of the Vite server, which proxies the API. */
const pageUrl = () => (!app.isPackaged && process.env.ELECTRON_RENDERER_URL) || state.address?.url || null;
const home = () => {
  const url = pageUrl();
  return url === null ? null : new URL(url).origin;
};

function say(line: string): void {
  console.error(line);
  log.error(line);
}

const windows = createWindows({
  url: () => (state.address ? pageUrl() : null),
  title: () => (state.address ? title(state.address) : app.getName()),
  preload: built('preload/preload.cjs'),
  icon,
  log: say,
});
const openExternal = (url: string) => void shell.openExternal(url).catch((error) => say(error.message));

const actions: MenuActions = {
  showWindow: () => windows.show(),
  newWindow: () => void windows.openAt('/'),
  run: windows.run,
  copyAddress: () => state.address && clipboard.writeText(state.address.url),
  openInBrowser: () => withLink(openExternal),
  copyLink: () => withLink((link) => clipboard.writeText(link)),
  openDataFolder: () => openFolder(app.getPath('userData')),
  openLogFolder: () => openFolder(inData('logs')),
  copyDiagnostics: () => {
    const { address, server } = state;
    clipboard.writeText(diagnostics({ address, isUp: server?.isUp() ?? false, settings: settings.read(), log }));
  },
  showLicenses: () => windows.openText('/licenses.txt'),
  quit: () => app.quit(),
};

/** Creates a link for one use: each signs in one browser. */
function withLink(use: (link: string) => void): void {
  state.server?.createLink().then(use, ({ message }: Error) => report('No link can be created now.', message));
}

async function openFolder(folder: string): Promise<void> {
  const failure = await shell.openPath(folder);
  if (failure) report(`${folder} cannot be opened.`, failure);
}

/** Tells the user why a command did nothing. */
function report(message: string, detail: string): void {
  say(`${message} ${detail}`);
  void dialog.showMessageBox({ type: 'error', title: 'Benchtop', message, detail, buttons: ['Close'] });
}

function title({ port, busyPort }: ServerAddress): string {
  return busyPort === null ? 'Benchtop' : `Benchtop on port ${port} (${busyPort} is taken)`;
}

/** Shows the page of a link, at once or when the server has started. */
function openPath(path: string | null): void {
  if (state.address) windows.show(path);
  else state.path = path;
}

function facts({ session, url, busyPort }: ServerAddress): DesktopFacts {
  return { session, platform: process.platform, version: app.getVersion(), serverUrl: url, busyPort };
}

/** Shows the failure and asks once; without an answer the app ends, because it has no server. */
async function reportFailure(failure: ServerFailure): Promise<void> {
  say(failure.message);
  const again = failure.url ? 'Open it in the browser' : 'Try again';
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Benchtop',
    message: failure.url ? 'Another Benchtop uses this data folder.' : 'The server is not running.',
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
  log.info(`Benchtop ${app.getVersion()} is listening on ${url}`);
  if (!state.isWatched) follow(state.address);
  // Without a tray nothing else would show that it runs.
  if (state.path !== null || !state.tray || !process.argv.includes(hiddenFlag)) windows.show(state.path);
  state.path = null;
}

/** Shows the activity of the server in the tray and in notifications. */
function follow(address: ServerAddress): void {
  state.isWatched = true;
  state.tray = showTray(icon, address.url, actions);
  const notify = notifyOfFailure(() => settings.read().notifyOfFailure, actions.showWindow);
  const read = createReader(address);
  watchActivity(read, (activity) => {
    state.tray?.show(activity);
    notify(activity.failure);
  });
  notifyOfDecisions({
    read,
    file: inData('desktop-told.json'),
    isWanted: () => settings.read().notifyOfDecision,
    open: openPath,
    log: say,
  });
}

function stopServerFirst(event: { preventDefault(): void }): void {
  if (state.serverStopped || !state.server) return;
  event.preventDefault();
  void state.server.stop().finally(() => {
    state.serverStopped = true;
    app.quit();
  });
}

/** Quits without windows, except on macOS, or if the user keeps the server running and the tray can open a window again. */
function windowsClosed(): void {
  if (process.platform !== 'darwin' && !(settings.read().keepServing && state.tray)) app.quit();
}

function answerBridge(event: IpcMainEvent): void {
  // While the server is down, another program may serve a page at the same address.
  const isUp = state.server?.isUp() ?? false;
  const isOwnPage = isTrustedSender(event, home);
  if (isOwnPage) state.pageLacksSession ||= !isUp;
  event.returnValue = state.address && isUp && isOwnPage ? facts(state.address) : null;
}

function changeSettings(change: unknown) {
  const before = settings.read();
  const after = settings.change(change);
  if (after.startAtLogin !== before.startAtLogin) startAtLogin(after.startAtLogin);
  if (after.updates !== before.updates) state.updates?.follow();
  return after;
}

/** Takes the step that a page requests, and returns the state. */
function updates(step: unknown): UpdateInfo {
  if (step === 'check') void state.updates?.check();
  if (step === 'download') void state.updates?.download();
  return { state: state.updates?.state() ?? { kind: 'unasked' }, host: updateHost() };
}

/** Starts updates; loads the updater only after the user turned them on. */
async function startUpdates(): Promise<void> {
  let shown = '';
  const created = createUpdates({
    obstacle: await updateObstacle(),
    setting: () => settings.read().updates,
    load: async () => (await import('./updates/updater.ts')).createUpdater(log),
    changed: () => {
      const inShort = inMenu(created.state());
      // A menu that is open closes when it is replaced.
      if (inShort !== shown) setMenu(actions, process.platform, inShort);
      shown = inShort;
      windows.tell(updatesChannel);
    },
  });
  state.updates = created;
  created.follow();
}

function serverIsUp(): void {
  if (state.pageLacksSession) windows.reload();
  state.pageLacksSession = false;
}

function listen(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, home, openExternal));
  app.on('second-instance', (_event, argv) => openPath(pathInArguments(argv)));
  app.on('open-url', (_event, url) => openPath(pathOfLink(url)));
  app.on('activate', () => windows.show());
  app.on('window-all-closed', windowsClosed);
  app.on('will-quit', stopServerFirst);
  ipcMain.on(bridgeChannel, answerBridge);
  answer(settingsChannel, (_contents, change) => changeSettings(change));
  answer(updatesChannel, (_contents, step) => updates(step));
  answer(takeCommandChannel, windows.takeCommand);
}

/** Answers requests of pages of the app, and refuses all others. */
function answer(channel: string, handle: (contents: WebContents, argument: unknown) => unknown): void {
  ipcMain.handle(channel, (event, argument: unknown) => {
    if (!isTrustedSender(event, home)) throw new Error('Not a page of Benchtop');
    return handle(event.sender, argument);
  });
}

async function run(): Promise<void> {
  app.enableSandbox();
  app.setAppUserModelId(appId);
  keepCrashNotes(say);
  state.path = pathInArguments(process.argv);
  listen();
  await app.whenReady();
  // The programs of a package know their protocol; Electron's own does not know this app.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkProtocol);
  guardSession(session.defaultSession, home);
  setAbout(icon);
  await startUpdates();
  state.server = superviseServer({
    entry: built('main/server-process.js'),
    dataDir: app.getPath('userData'),
    rendererDir: built('renderer'),
    port: Number(process.env.BENCHTOP_PORT || defaultPort),
    log: say,
    onUp: serverIsUp,
    onGivenUp: (failure) => void reportFailure(failure),
  });
  await startServer();
}

if (app.requestSingleInstanceLock()) {
  // Not awaited: Electron emits `ready` only after this module has been evaluated.
  run().catch((error) => {
    say(String(error));
    app.exit(1);
  });
} else {
  console.log('Benchtop is already open: its window is shown.');
  app.quit();
}
