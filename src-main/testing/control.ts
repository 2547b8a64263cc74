import type { MenuItemConstructorOptions, Rectangle } from 'electron';
import { app } from './app.ts';
import { dialogAnswers, showAbout } from './dialog.ts';
import { applicationMenu, notifications, trayMenu } from './electron.ts';
import { guards, permissionOf } from './guards.ts';
import { invoke, sendSync } from './ipc.ts';
import { preventable, recorded } from './record.ts';
import { type BrowserWindow, windows } from './windows.ts';

/** Actions of a user, page or system that a test can take; each call is one message from the test. */
export type Commands = typeof commands;

function current(): BrowserWindow {
  const window = windows.findLast((candidate) => !candidate.destroyed);
  if (!window) throw new Error('There is no window');
  return window;
}

function menuItem(label: string, items: MenuItemConstructorOptions[]): MenuItemConstructorOptions | undefined {
  for (const item of items) {
    if (item.label === label) return item;
    const found = Array.isArray(item.submenu) ? menuItem(label, item.submenu) : undefined;
    if (found) return found;
  }
  return undefined;
}

function click(label: string, menu: MenuItemConstructorOptions[]): void {
  const item = menuItem(label, menu);
  if (!item?.click) throw new Error(`The menu has no ${label}`);
  (item.click as () => void)();
}

/** Returns the menu as a user reads it: labels, roles and keys, with those of a submenu after its own. */
function labels(items: MenuItemConstructorOptions[]): string[] {
  return items.flatMap(({ type, label, role, accelerator, submenu }) => {
    if (type === 'separator') return [];
    const shown = [label ?? role ?? '', ...(accelerator ? [String(accelerator)] : [])].join(' ');
    return [shown, ...(Array.isArray(submenu) ? labels(submenu).map((inside) => `  ${inside}`) : [])];
  });
}

const commands = {
  recorded: () => recorded,
  windows: () =>
    windows.map(({ options, loads, exposed, sent, title, bounds, shown, focused, minimized, maximized, destroyed }) => {
      return { options, loads, exposed, sent, title, bounds, shown, focused, minimized, maximized, destroyed };
    }),
  quit: () => app.quit(),
  closeWindow: () => void current().close(),
  activate: () => void app.emit('activate'),
  minimize: () => current().minimize(),
  move: (bounds: Rectangle) => {
    current().bounds = bounds;
    current().emit('move');
  },
  crashPage: () => void current().webContents.emit('render-process-gone', {}, { reason: 'crashed' }),
  navigate: (event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate', url: string) => {
    const details = preventable({ url });
    current().webContents.emit(event, details);
    return details.defaultPrevented ? 'stopped' : 'allowed';
  },
  /** Closes or reloads the window while the page has unsaved work. */
  unloadUnsaved: () => {
    const event = preventable({});
    current().webContents.emit('will-prevent-unload', event);
    return event.defaultPrevented ? 'left' : 'stayed';
  },
  attachWebview: () => {
    const event = preventable({});
    current().webContents.emit('will-attach-webview', event, {}, {});
    return event.defaultPrevented ? 'stopped' : 'allowed';
  },
  open: (url: string) => current().webContents.openHandler({ url }).action,
  request: (url: string) => {
    let answer = '';
    guards.request({ url }, ({ cancel }) => {
      answer = cancel ? 'stopped' : 'allowed';
    });
    return answer;
  },
  permission: (name: string, origin: string) => {
    let requested: boolean | undefined;
    guards.permissionRequest(null, name, (yes) => (requested = yes), { requestingUrl: `${origin}/live` });
    return { requested, checked: permissionOf(name, origin) };
  },
  device: () => guards.device({}),
  askBridge: (url: string, isTopFrame: boolean) => sendSync('desktop:bridge', url, isTopFrame),
  invoke: (channel: string, url: string, ...args: unknown[]) =>
    invoke(channel, args, { url, contents: current().webContents }),
  openUrl: (url: string) => void app.emit('open-url', preventable({}), url),
  menu: () => labels(applicationMenu),
  clickMenu: (label: string) => click(label, applicationMenu),
  clickNotification: (title: string) => void notifications.findLast((one) => one.title === title)?.emit('click'),
  showAbout: () => {
    if (!labels(applicationMenu).includes('  about')) throw new Error('The menu has no box about the app');
    showAbout();
  },
  trayMenu: () => labels(trayMenu),
  clickTray: (label: string) => click(label, trayMenu),
  answerNextDialog: (response: number) => void dialogAnswers.push(response),
};

process.on('message', async ({ id, name, args }: { id: number; name: keyof Commands; args: never[] }) => {
  try {
    const result = await (commands[name] as (...values: never[]) => unknown)(...args);
    process.send?.({ id, result: result ?? null });
  } catch (error) {
    process.send?.({ id, error: (error as Error).message });
  }
});
// The test that started this app has ended.
process.on('disconnect', () => process.exit(1));
