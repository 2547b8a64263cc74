import { BrowserWindow, dialog, nativeTheme, type Rectangle, screen, type WebPreferences } from 'electron';
import { keepWindowState, readWindowState, smallestSize } from './window-state.ts';

export type WindowOptions = {
  url: string;
  title: string;
  preload: string;
  /** PNG of the app; Linux shows it in the task bar. */
  icon: string;
  /** JSON file with the last place of the window. */
  stateFile: string;
  /** Pixels to the right and below that place. */
  offset: number;
  log: (line: string) => void;
};

/** Returns preferences of a sandboxed page; the spell checker is off because it fetches dictionaries. */
export function webPreferences(preload: string): WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  };
}

const backgrounds = { dark: '#14161a', light: '#ffffff' };

/** Chromium's code for a load replaced by another. */
const aborted = -3;
const retryDelay = 500;

/** Opens the window, hidden until its first paint. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const state = readWindowState(options.stateFile, workAreas);
  const window = new BrowserWindow({
    ...moved(state.bounds, options.offset),
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    show: false,
    title: options.title,
    icon: options.icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
    webPreferences: webPreferences(options.preload),
  });
  if (state.maximized) window.maximize();
  keepWindowState(window, options.stateFile);
  window.once('ready-to-show', () => window.show());
  window.on('page-title-updated', (event) => event.preventDefault());
  recover(window, options);
  confirmDiscard(window);
  loadPage(window, options.url);
  return window;
}

/** A window without a place is placed by the system. */
const moved = ({ x, y, ...size }: Partial<Rectangle>, by: number) =>
  x === undefined || y === undefined ? size : { ...size, x: x + by, y: y + by };

export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

export function loadPage(window: BrowserWindow, url: string): void {
  // `did-fail-load` handles failures.
  window.loadURL(url).catch(() => {});
}

/** Asks before a page with unsaved work is closed: browsers do, but Electron just keeps the window open. */
function confirmDiscard(window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const answer = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'Leave without saving?',
      detail: 'What you typed in this window is not saved.',
      buttons: ['Discard and leave', 'Stay'],
      defaultId: 1,
      cancelId: 1,
    });
    if (answer === 0) event.preventDefault();
  });
}

/** Loads the page again after a failed load, as during a restart of the server, or a crash. */
function recover(window: BrowserWindow, { url, log }: WindowOptions): void {
  window.webContents.on('did-fail-load', (_event, code, _reason, failedUrl, isMainFrame) => {
    if (!isMainFrame || code === aborted) return;
    setTimeout(() => {
      if (!window.isDestroyed()) loadPage(window, failedUrl || url);
    }, retryDelay);
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    log(`The page stopped (${details.reason}): loading it again.`);
    setTimeout(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    }, retryDelay);
  });
}
