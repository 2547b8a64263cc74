import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from '../app.ts';
import { permissionOf } from '../guards.ts';
import { preventable } from '../record.ts';
import { BrowserWindow, type Page } from '../windows.ts';
import { createBrowser, type Target } from './browser.ts';
import { watchPlace } from './place.ts';
import { enforceRequests } from './requests.ts';
import { isolatedWorld, newDocumentScripts } from './worlds.ts';
import { activate, findWindow, setTitle } from './x-windows.ts';

/** `chromium` starts it; `flags` are its own. */
type Start = { chromium: string; flags: string[] };

/** Permissions that Chromium knows, by Electron's names. */
const permissions = {
  'clipboard-sanitized-write': 'clipboard-write',
  'clipboard-read': 'clipboard-read',
  notifications: 'notifications',
  geolocation: 'geolocation',
  midi: 'midi',
};

let browser: ReturnType<typeof createBrowser> | null = null;
const opened = new Map<string, { window: BrowserWindow; wanted: string[] }>();
let count = 0;
const emptyPage = 'about:blank';

function theBrowser() {
  if (browser) return browser;
  const { chromium, flags }: Start = JSON.parse(process.env.STAND_IN_CHROMIUM ?? '');
  browser = createBrowser(chromium, flags, join(app.getPath('userData'), 'stand-in-chromium'));
  browser.onPopup(openPopup);
  app.endBrowser = browser.end;
  return browser;
}

/** Opens a page in a real window of Chromium, with the options that the shell asked of Electron. */
export function openChromiumPage(window: BrowserWindow): Page {
  count += 1;
  const title = `stand-in ${process.pid} ${count}`;
  return control(window, theBrowser().openWindow(title), title);
}

function openPopup(target: Target): void {
  const opener = opened.get(target.info.openerId ?? '');
  const url = opener?.wanted.shift() ?? target.info.url;
  if (opener?.window.webContents.openHandler({ url }).action === 'allow') {
    new BrowserWindow(opener.window.options, (window) => control(window, Promise.resolve(target), null));
    return;
  }
  void refuse(target);
}

/** Closes a page whose requests are held. It has to run for that: its opener waits for it, in the same process. */
async function refuse({ page, browser, info }: Target): Promise<void> {
  await page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  await page.send('Runtime.runIfWaitingForDebugger');
  await browser.send('Target.closeTarget', { targetId: info.targetId });
}

function control(window: BrowserWindow, opening: Promise<Target>, token: string | null): Page {
  /** Addresses that the shell, not the page, loads. */
  const asked = new Set<string>();
  let gone: (() => void) | null = null;
  let xWindow = '';
  const ready = opening.then(async (target) => {
    opened.set(target.info.targetId, { window, wanted: [] });
    obey(window, target, asked);
    await prepare(window, target);
    void destroyed(target).then(() => (gone ? gone() : closedByUser(window)));
    if (token) {
      xWindow = findWindow(token);
      setTitle(xWindow, window.title);
    }
    watchPlace(window, target);
    watchTitle(window, target, () => xWindow);
    return target;
  });
  ready.catch((error) => process.stderr.write(`${error}\n`));

  async function load(url: string): Promise<boolean> {
    const { page, browser } = await ready;
    const { origin } = new URL(url);
    for (const [name, permission] of Object.entries(permissions)) {
      const setting = permissionOf(name, origin) ? 'granted' : 'denied';
      await browser.send('Browser.setPermission', { permission: { name: permission }, setting, origin });
    }
    asked.add(url);
    const { errorText } = await page.send('Page.navigate', { url });
    return errorText === undefined;
  }

  return {
    load,
    reload: () => {
      asked.add(window.webContents.url);
      void ready.then(({ page }) => page.send('Page.reload'));
    },
    send: (channel, args) => void ready.then((target) => receive(target, channel, args)),
    place: ({ bounds, state }) => void ready.then((target) => place(target, bounds, state)),
    title: (text) => void ready.then(() => setTitle(xWindow, text)),
    focus: () => void ready.then(() => activate(xWindow)),
    close: async () => {
      const target = await ready;
      asked.add(emptyPage);
      if (!(await leave(target))) return false;
      const closed = new Promise<void>((resolve) => {
        gone = resolve;
      });
      target.browser.send('Target.closeTarget', { targetId: target.info.targetId }).catch(() => {});
      await closed;
      return true;
    },
  };
}

/**
 * Loads an empty page, for which the page before is asked as for closing: for that, Chromium hides the window first. Resolves to
 * false if it stays. After a crash the command is not always answered.
 */
function leave({ page, ended }: Target): Promise<boolean> {
  return new Promise((resolve) => {
    void ended.then(() => resolve(true));
    page.on('Page.frameNavigated', ({ frame }) => {
      if (frame.url === emptyPage) resolve(true);
    });
    page.send('Page.navigate', { url: emptyPage }).then(
      ({ errorText }) => resolve(errorText === undefined),
      () => resolve(true),
    );
  });
}

/** Sets up the page before its first request. */
async function prepare(window: BrowserWindow, { page, browser, info }: Target): Promise<void> {
  const preload = window.options.webPreferences?.preload;
  const scripts = preload === undefined ? [] : newDocumentScripts(readFileSync(preload, 'utf8'));
  await Promise.all([
    page.send('Page.enable'),
    page.send('Inspector.enable'),
    page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ...scripts.map((script) => page.send('Page.addScriptToEvaluateOnNewDocument', script)),
    page.send('Runtime.runIfWaitingForDebugger'),
  ]);
  const { x: left, y: top, width, height } = window.bounds;
  const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId: info.targetId });
  await browser.send('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height } });
}

/** Passes the page's events to the shell, and applies its answers. */
function obey(window: BrowserWindow, { page, info }: Target, asked: Set<string>): void {
  const { webContents } = window;
  enforceRequests(window, page, info.targetId, asked);
  page.on('Page.windowOpen', ({ url }) => opened.get(info.targetId)?.wanted.push(url));
  page.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return;
    if (frame.unreachableUrl === undefined) webContents.url = frame.url;
    else webContents.emit('did-fail-load', {}, -2, 'ERR_FAILED', frame.unreachableUrl, true);
  });
  page.on('Page.loadEventFired', () => {
    if (webContents.url.startsWith('http')) window.emit('ready-to-show');
  });
  page.on('Inspector.targetCrashed', () => webContents.emit('render-process-gone', {}, { reason: 'crashed' }));
  page.on('Page.javascriptDialogOpening', () => {
    const event = preventable({});
    webContents.emit('will-prevent-unload', event);
    void page.send('Page.handleJavaScriptDialog', { accept: event.defaultPrevented });
  });
}

/** Chromium gives its window the title of a page some time after that changes. */
const titleMs = 500;

/** Gives the window back the shell's title, unless that takes the page's. Chromium does not tell of every change. */
function watchTitle(window: BrowserWindow, { browser, info }: Target, xWindow: () => string): void {
  let isRefused = true;
  browser.on('Target.targetInfoChanged', ({ targetInfo: { targetId, title } }) => {
    if (targetId !== info.targetId) return;
    const event = preventable({});
    window.emit('page-title-updated', event, title, true);
    isRefused = event.defaultPrevented;
  });
  const timer = setInterval(() => {
    if (window.destroyed) clearInterval(timer);
    else if (isRefused) setTitle(xWindow(), window.title);
  }, titleMs);
}

/** Waits until the page is gone; the browser ends with its last page, and may not report that. */
function destroyed({ browser, info, ended }: Target): Promise<void> {
  const gone = new Promise<void>((resolve) =>
    browser.on('Target.targetDestroyed', ({ targetId }) => {
      if (targetId === info.targetId) resolve();
    }),
  );
  return Promise.race([gone, ended]);
}

/** Handles a close by the window manager. Chromium has asked the page already, so a shell cannot prevent it. */
function closedByUser(window: BrowserWindow): void {
  if (window.destroyed) return;
  window.emit('close', preventable({}));
  window.closed();
}

async function receive({ page, info }: Target, channel: string, args: unknown[]): Promise<void> {
  const world = { frameId: info.targetId, worldName: isolatedWorld };
  const { executionContextId: contextId } = await page.send('Page.createIsolatedWorld', world);
  const values = [channel, ...args].map((value) => JSON.stringify(value));
  await page.send('Runtime.evaluate', { contextId, expression: `standInReceive(${values.join()})` });
}

async function place({ browser, info }: Target, bounds: Electron.Rectangle | undefined, windowState?: string) {
  const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId: info.targetId });
  const wanted = bounds
    ? { left: bounds.x, top: bounds.y, width: bounds.width, height: bounds.height }
    : { windowState };
  await browser.send('Browser.setWindowBounds', { windowId, bounds: wanted });
}
