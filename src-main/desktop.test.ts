import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { desktopApi } from '../scripts/lib/desktop-api.ts';
import { appId } from './app-id.ts';
import type { DesktopFacts } from './bridge.ts';
import { eventually, isAlive } from './testing/desktop.ts';
import { bridgeOf, desktopStarter, sharedDesktop } from './testing/desktops.ts';

const start = desktopStarter();

async function capture(bridge: DesktopFacts, event: string): Promise<void> {
  const project = await desktopApi(bridge, '/api/projects/@current/');
  await desktopApi(bridge, '/capture/', { api_key: project.api_key, event, distinct_id: 'desk' });
}

async function captured(bridge: DesktopFacts): Promise<string[]> {
  const page = await desktopApi(bridge, '/api/projects/@current/events/');
  return page.results.map(({ event }: { event: string }) => event);
}

describe('the life of the app', () => {
  test('the app survives a killed server and ends cleanly', async () => {
    const desktop = start();
    const bridge = await bridgeOf(desktop);
    const [window] = await desktop.call('windows');
    expect(window).toMatchObject({ loads: [`${bridge.serverUrl}/`], shown: true });
    expect(await (await fetch(bridge.serverUrl, { headers: { accept: 'text/html' } })).text()).toContain(
      '<title>Benchtop</title>',
    );
    await capture(bridge, 'before the crash');

    const second = start({ dataDir: desktop.dataDir });
    expect(await second.exited).toBe(0);
    expect(second.output()).toContain('already open');
    await eventually(async () => (await desktop.call('windows'))[0]?.focused === 1);

    const [firstServer = 0] = (await desktop.call('recorded')).serverPids;
    process.kill(firstServer, 'SIGKILL');
    const secondServer = await eventually(async () => (await desktop.call('recorded')).serverPids[1]);
    expect(await eventually(() => captured(bridge))).toEqual(['before the crash']);
    await capture(bridge, 'after the crash');
    expect(await captured(bridge)).toHaveLength(2);

    await desktop.call('quit');
    expect(await desktop.exited).toBe(0);
    expect([firstServer, secondServer].map(isAlive)).toEqual([false, false]);
  });

  test('closing the last window ends the app and its server', async () => {
    const desktop = start();
    await bridgeOf(desktop);
    const [server = 0] = (await desktop.call('recorded')).serverPids;
    await desktop.call('closeWindow');
    expect(await desktop.exited).toBe(0);
    expect(isAlive(server)).toBe(false);
  });

  test('a minimized window is restored when the app is started again', async () => {
    const desktop = start();
    await bridgeOf(desktop);
    await desktop.call('minimize');
    expect(await start({ dataDir: desktop.dataDir }).exited).toBe(0);
    await eventually(async () => (await desktop.call('windows'))[0]?.minimized === false);
  });

  test('the window reopens in its last position', async () => {
    const first = start();
    await bridgeOf(first);
    const bounds = { x: 200, y: 120, width: 1000, height: 700 };
    await first.call('move', bounds);
    await first.call('quit');
    await first.exited;
    const second = start({ dataDir: first.dataDir });
    await bridgeOf(second);
    expect((await second.call('windows'))[0]?.options).toMatchObject(bounds);
  });

  test('data is in the default folder of the headless server', async () => {
    const home = mkdtempSync(join(tmpdir(), 'benchtop-home-'));
    const desktop = start({ env: { BENCHTOP_DATA_DIR: '', XDG_CONFIG_HOME: home } });
    await bridgeOf(desktop);
    await desktop.call('clickMenu', 'Open data folder');
    expect((await desktop.call('recorded')).openedPaths).toEqual([join(home, 'Benchtop')]);
    await desktop.dispose();
  });

  test('a page with unsaved work is left only when the user confirms', async () => {
    const desktop = start();
    await bridgeOf(desktop);
    await desktop.call('answerNextDialog', 1);
    expect(await desktop.call('unloadUnsaved')).toBe('stayed');
    await desktop.call('answerNextDialog', 0);
    expect(await desktop.call('unloadUnsaved')).toBe('left');
    const { dialogs } = await desktop.call('recorded');
    expect(dialogs[0]).toMatchObject({ message: 'Leave without saving?', buttons: ['Discard and leave', 'Stay'] });
  });

  test('on a busy port it takes the next free one, which the title shows', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const busy = address !== null && typeof address === 'object' ? address.port : 0;
    const desktop = start({ env: { BENCHTOP_PORT: String(busy) } });
    const bridge = await bridgeOf(desktop);
    const port = new URL(bridge.serverUrl).port;
    expect(bridge.busyPort).toBe(busy);
    expect(port).not.toBe(String(busy));
    expect((await desktop.call('windows'))[0]?.options.title).toBe(`Benchtop on port ${port} (${busy} is taken)`);
    expect(desktop.output()).toContain(`Port ${busy} is taken`);
    await new Promise((resolve) => other.close(resolve));
  });

  test('a data folder that another Benchtop uses is reported with its address', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-shared-'));
    const cli = join(import.meta.dirname, '../out/main/cli.js');
    const headless = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data-dir', dataDir]);
    const url = /listening on (\S+)/.exec(String((await once(headless.stdout, 'data'))[0]))?.[1];
    const desktop = start({ dataDir });
    const { dialogs } = await eventually(async () => {
      const recorded = await desktop.call('recorded');
      return recorded.dialogs.length > 0 && recorded;
    });
    expect(dialogs[0]?.message).toBe('Another Benchtop uses this data folder.');
    expect(dialogs[0]?.detail).toContain(url);
    await desktop.dispose();
    headless.kill();
    await once(headless, 'exit');
  });
});

describe('the security of the window', () => {
  const shared = sharedDesktop();

  test('the page runs sandboxed, isolated and without Node', async () => {
    const desktop = shared();
    await bridgeOf(desktop);
    const [window] = await desktop.call('windows');
    expect(window?.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
    });
    expect(await desktop.call('recorded')).toMatchObject({ sandboxed: true, appUserModelId: appId });
    expect(await desktop.call('attachWebview')).toBe('stopped');
  });

  test('a page stays on its origin, and other links open in the browser', async () => {
    const desktop = shared();
    const { serverUrl } = await bridgeOf(desktop);
    expect(await desktop.call('navigate', 'will-navigate', `${serverUrl}/persons/1`)).toBe('allowed');
    expect(await desktop.call('navigate', 'will-navigate', 'https://example.com/')).toBe('stopped');
    expect(await desktop.call('navigate', 'will-navigate', 'file:///etc/passwd')).toBe('stopped');
    expect(await desktop.call('navigate', 'will-redirect', 'https://example.com/redirected')).toBe('stopped');
    expect(await desktop.call('navigate', 'will-frame-navigate', 'https://example.com/framed')).toBe('stopped');
    expect(await desktop.call('open', `${serverUrl}/persons/1`)).toBe('allow');
    expect(await desktop.call('open', 'mailto:someone@example.com')).toBe('deny');
    expect(await desktop.call('open', 'javascript:alert(1)')).toBe('deny');
    expect(await desktop.call('open', `${serverUrl.replace('127.0.0.1', '127.0.0.1.example.com')}/`)).toBe('deny');
    expect((await desktop.call('recorded')).externals).toEqual([
      'https://example.com/',
      'mailto:someone@example.com',
      `${serverUrl.replace('127.0.0.1', '127.0.0.1.example.com')}/`,
    ]);
  });

  test('nothing is requested from other origins', async () => {
    const desktop = shared();
    const { serverUrl } = await bridgeOf(desktop);
    expect(await desktop.call('request', `${serverUrl}/api/status/`)).toBe('allowed');
    expect(await desktop.call('request', 'blob:x')).toBe('allowed');
    for (const url of [
      'https://example.com/pixel.gif',
      'ws://example.com/',
      'file:///etc/passwd',
      'http://127.0.0.1:1/',
    ]) {
      expect(await desktop.call('request', url), url).toBe('stopped');
    }
  });

  test('all permissions except clipboard writes and notifications are refused', async () => {
    const desktop = shared();
    const { serverUrl } = await bridgeOf(desktop);
    const yes = { requested: true, checked: true };
    const no = { requested: false, checked: false };
    for (const name of ['clipboard-sanitized-write', 'notifications']) {
      expect(await desktop.call('permission', name, serverUrl), name).toEqual(yes);
      expect(await desktop.call('permission', name, 'https://example.com'), name).toEqual(no);
    }
    for (const name of ['clipboard-read', 'geolocation', 'media', 'openExternal', 'midi']) {
      expect(await desktop.call('permission', name, serverUrl), name).toEqual(no);
    }
    expect(await desktop.call('device')).toBe(false);
  });

  test('only the top frame of our own page gets the session', async () => {
    const desktop = shared();
    const bridge = await bridgeOf(desktop);
    expect(Object.keys(bridge).sort()).toEqual(['busyPort', 'platform', 'serverUrl', 'session', 'version']);
    expect(bridge.session.key).toMatch(/^[0-9a-f]{64}$/);
    expect(await desktop.call('askBridge', `${bridge.serverUrl}/live`, true)).toEqual(bridge);
    expect(await desktop.call('askBridge', `${bridge.serverUrl}/live`, false)).toBeNull();
    expect(await desktop.call('askBridge', 'https://example.com/', true)).toBeNull();
    expect(await desktop.call('askBridge', 'about:blank', true)).toBeNull();
  });
});

test('the menu copies the address, opens the browser with a fresh link each time and shows the data folder', async () => {
  const desktop = start();
  const { serverUrl, session } = await bridgeOf(desktop);
  await desktop.call('clickMenu', 'Copy link for a browser');
  const copied = await eventually(async () => (await desktop.call('recorded')).clipboard);
  await desktop.call('clickMenu', 'Copy server address');
  await desktop.call('clickMenu', 'Open in browser');
  await desktop.call('clickMenu', 'Open in browser');
  const opened = await eventually(async () => {
    const { externals } = await desktop.call('recorded');
    return externals.length === 2 && externals;
  });
  expect(new Set([copied, ...opened]).size).toBe(3);
  for (const link of [copied, ...opened]) {
    expect(link.replace(/[0-9a-f]{32}$/, '')).toBe(`${serverUrl}/#code=`);
    const body = JSON.stringify({ code: link.split('#code=')[1], origin: serverUrl });
    expect((await fetch(`${serverUrl}/api/session/`, { method: 'POST', body })).status).toBe(200);
  }
  expect(desktop.output()).not.toContain(session.key);
  await desktop.call('clickMenu', 'Open data folder');
  expect(await desktop.call('recorded')).toMatchObject({
    clipboard: serverUrl,
    openedPaths: [desktop.dataDir],
  });
});
