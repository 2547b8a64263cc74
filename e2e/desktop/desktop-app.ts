import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, _electron as electron, expect, type Page, test } from '@playwright/test';
import { startDesktop } from '../../src-main/testing/desktop.ts';
import { press } from './screen.ts';

/** The desktop app as a user and the system have it, by the stand-in for Electron or by Electron itself. */
export type DesktopApp = {
  dataDir: string;
  pid: number;
  /** The page of an open window, also after another one crashed; `path` is part of its address. */
  page: (path?: string) => Promise<Page>;
  windowCount: () => Promise<number>;
  serverPid: () => Promise<number>;
  clickMenu: (label: string) => Promise<void>;
  /** Closes the window in front, as the button of its frame does. */
  closeWindow: () => Promise<void>;
  crashPage: () => Promise<void>;
  openAbout: () => Promise<void>;
  /** Starts the app once more, with arguments; resolves to the exit code of that. */
  startAgain: (...args: string[]) => Promise<number | null>;
  /** Opens a window again when all are closed. */
  reopen: () => Promise<unknown>;
  quit: () => Promise<void>;
  exited: Promise<number | null>;
  dispose: () => Promise<void>;
};

export function openDesktop(env: Record<string, string> = {}): Promise<DesktopApp> {
  const dataDir = test.info().outputPath('data');
  return test.info().project.name === 'electron' ? openElectron(dataDir, env) : openStandIn(dataDir, env);
}

async function openStandIn(dataDir: string, env: Record<string, string>): Promise<DesktopApp> {
  const app = startDesktop({ dataDir, env });
  const address = () => {
    const [port, path] = readFileSync(join(dataDir, 'stand-in-chromium/DevToolsActivePort'), 'utf8').split('\n');
    return `ws://127.0.0.1:${port}${path}`;
  };
  const page = async (path: string) => {
    const browser = await chromium.connectOverCDP(address());
    const pages = browser.contexts().flatMap((context) => {
      // Playwright answers dialogs of pages without a listener.
      context.on('dialog', () => {});
      return context.pages();
    });
    return pages.find((candidate) => candidate.url().startsWith('http') && candidate.url().includes(path));
  };
  const somePage = async (path = '') => {
    let found: Page | undefined;
    const find = async () => {
      found = await page(path).catch(() => undefined);
      return found;
    };
    await expect.poll(find).toBeDefined();
    if (!found) throw new Error('The window has no page');
    return found;
  };
  return {
    dataDir,
    pid: app.pid,
    page: somePage,
    windowCount: async () => (await app.call('windows')).filter(({ destroyed }) => !destroyed).length,
    serverPid: async () => (await app.call('recorded')).serverPids.at(-1) ?? 0,
    clickMenu: (label) => app.call('clickMenu', label),
    // Chromium hides a window that its frame closes, before it asks the page.
    closeWindow: () => app.call('closeWindow'),
    crashPage: async () => {
      const crashing = await somePage();
      const session = await crashing.context().newCDPSession(crashing);
      // Without an answer: the one to give it is gone.
      void session.send('Page.crash').catch(() => {});
    },
    openAbout: () => app.call('showAbout'),
    startAgain: (...args) => startDesktop({ dataDir, env, args }).exited,
    reopen: () => app.call('clickTray', 'Show Benchtop'),
    quit: () => app.call('quit'),
    exited: app.exited,
    dispose: app.dispose,
  };
}

async function openElectron(dataDir: string, env: Record<string, string>): Promise<DesktopApp> {
  const executablePath = process.env.BENCHTOP_ELECTRON ?? '';
  const root = join(import.meta.dirname, '../..');
  // Root has no sandbox on Linux; only there is it switched off, and only here.
  const args = [root, ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const whole = { ...process.env, BENCHTOP_PORT: '0', BENCHTOP_DATA_DIR: dataDir, ...env } as Record<string, string>;
  const app = await electron.launch({ executablePath, args, cwd: root, env: whole });
  const startAgain = async (...more: string[]): Promise<number | null> => {
    const [code] = await once(
      spawn(executablePath, [...args, ...more], { cwd: root, env: whole, stdio: 'ignore' }),
      'exit',
    );
    return code;
  };
  const exited = once(app.process(), 'exit').then(([code]) => code as number | null);
  return {
    dataDir,
    pid: app.process().pid ?? 0,
    page: async (path = '') => {
      await app.firstWindow();
      const named = () => app.windows().find((window) => window.url().includes(path));
      await expect.poll(named).toBeDefined();
      return (named() ?? (await app.firstWindow())).on('dialog', () => {});
    },
    windowCount: async () => app.windows().length,
    serverPid: () =>
      app.evaluate((modules) => modules.app.getAppMetrics().find(({ name }) => name === 'Benchtop server')?.pid ?? 0),
    clickMenu: (label) =>
      app.evaluate((modules, wanted) => {
        const items = (menu: Electron.Menu | null | undefined): Electron.MenuItem[] =>
          (menu?.items ?? []).flatMap((item) => [item, ...items(item.submenu)]);
        items(modules.Menu.getApplicationMenu())
          .find(({ label }) => label === wanted)
          ?.click();
      }, label),
    closeWindow: async () => press('alt+F4'),
    crashPage: () =>
      app.evaluate((modules) => modules.BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()),
    openAbout: () => app.evaluate((modules) => modules.app.showAboutPanel()),
    startAgain,
    // Playwright cannot click a tray.
    reopen: startAgain,
    quit: () => app.evaluate((modules) => modules.app.quit()).catch(() => {}),
    exited,
    dispose: () => app.close(),
  };
}
