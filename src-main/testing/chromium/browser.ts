import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, connect, type DevTools, type TargetInfo } from './devtools.ts';

/** A page of the browser, held before its first request until `Runtime.runIfWaitingForDebugger`. `ended`: with the browser. */
export type Target = { info: TargetInfo; page: DevTools; browser: DevTools; ended: Promise<void> };

/** Starts the browser, which ends with this process. */
function start(executable: string, args: string[], profile: string) {
  const ports = join(profile, 'DevToolsActivePort');
  mkdirSync(profile, { recursive: true });
  rmSync(ports, { force: true });
  const child = spawn(executable, ['--remote-debugging-port=0', ...args], { stdio: 'ignore' });
  process.once('exit', () => child.kill());
  const ended = once(child, 'exit');
  return { ended, address: devToolsAddress(ports, ended) };
}

/** Waits for the file in which Chromium writes its address. */
async function devToolsAddress(file: string, ended: Promise<unknown>): Promise<string> {
  while (!existsSync(file) || !readFileSync(file, 'utf8').includes('/')) {
    await Promise.race([delay(50), ended.then(() => Promise.reject(new Error('Chromium did not start')))]);
  }
  const [port, path] = readFileSync(file, 'utf8').trim().split('\n');
  return `ws://127.0.0.1:${port}${path}`;
}

/**
 * Creates Chromium with a window for each page, like Electron's; it ends with its last window, and the next one starts it again.
 */
export function createBrowser(executable: string, flags: string[], profile: string) {
  const wanted = new Map<string, (target: Target) => void>();
  const windows = new Set<string>();
  let running: Promise<Connection> | null = null;
  let lastExit: Promise<unknown> = Promise.resolve();
  let popup: (target: Target) => void = () => {};

  const args = (page: string) => [...flags, `--user-data-dir=${profile}`, `--app=${page}`];

  function attached(connection: Connection, sessionId: string, info: TargetInfo): void {
    const { browser, closed: ended } = connection;
    const target = { info, page: connection.session(sessionId), browser, ended };
    const [, use] = [...wanted].find(([page]) => page === info.url) ?? [];
    wanted.delete(info.url);
    if (info.type === 'page') windows.add(info.targetId);
    if (use) use(target);
    else if (info.type === 'page' && info.openerId) popup(target);
    else void target.page.send('Runtime.runIfWaitingForDebugger');
  }

  async function launch(page: string): Promise<Connection> {
    // One that is ending would take the page along.
    await lastExit;
    const launched = running;
    const { ended, address } = start(executable, args(page), profile);
    lastExit = ended;
    const connection = await connect(await address);
    const { browser } = connection;
    const ending = () => {
      if (running === launched) running = null;
    };
    void connection.closed.then(ending);
    browser.on('Target.targetDestroyed', ({ targetId }) => {
      if (windows.delete(targetId) && windows.size === 0) ending();
    });
    browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => attached(connection, sessionId, targetInfo));
    await browser.send('Target.setDiscoverTargets', { discover: true });
    await browser.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    return connection;
  }

  return {
    onPopup: (use: (target: Target) => void) => {
      popup = use;
    },
    openWindow: (title: string): Promise<Target> => {
      const page = `data:text/html,<title>${title}</title>`;
      const target = new Promise<Target>((resolve) => wanted.set(page, resolve));
      // A second start hands its page to the browser that has the profile.
      if (running !== null) spawn(executable, args(page), { stdio: 'ignore' });
      else running = launch(page);
      return running.then(() => target);
    },
    /** Resolves when all its processes have ended. */
    end: async (): Promise<void> => {
      const connection = await running;
      connection?.browser.send('Browser.close').catch(() => {});
      await lastExit;
    },
  };
}
