import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { desktopApi } from '../scripts/lib/desktop-api.ts';
import {
  commandChannel,
  helpCommands,
  newCommands,
  pageCommands,
  takeCommandChannel,
  windowCommands,
} from './commands.ts';
import { eventually, isAlive } from './testing/desktop.ts';
import { bridgeOf, desktopStarter, sharedDesktop } from './testing/desktops.ts';

const start = desktopStarter();
const uuid = '0199f1c2-7a3e-7c4d-8f00-1234567890ab';

describe('an app that runs', () => {
  const shared = sharedDesktop();

  test('the menus have the commands and keys of the palette', async () => {
    const desktop = shared();
    await bridgeOf(desktop);
    const items = (await desktop.call('menu')).map((item) => item.trim());
    const { 'check-for-updates': check, ...help } = helpCommands;
    expect(items).toContain(`${check.label} (not available)`);
    for (const command of Object.values({ ...pageCommands, ...help, ...newCommands })) {
      expect(items).toContain('keys' in command ? `${command.label} (${command.keys})` : command.label);
    }
    for (const { label, accelerator } of Object.values(windowCommands))
      expect(items).toContain(`${label} ${accelerator}`);
  });

  test('the menus keep the last command until the page takes it, and give it to no other page', async () => {
    const desktop = shared();
    const { serverUrl } = await bridgeOf(desktop);
    await desktop.call('clickMenu', 'New flag');
    await desktop.call('clickMenu', 'Search and commands');
    await expect(desktop.call('invoke', takeCommandChannel, 'https://example.com/')).rejects.toThrow('Not a page');
    expect(await desktop.call('invoke', takeCommandChannel, serverUrl)).toBe('palette');
  });

  test('only our own page may change settings, and only to valid values', async () => {
    const desktop = shared();
    const { serverUrl } = await bridgeOf(desktop);
    const initial = {
      keepServing: false,
      startAtLogin: false,
      notifyOfFailure: true,
      notifyOfDecision: true,
      updates: null,
    };
    expect(await desktop.call('invoke', 'desktop:settings', serverUrl)).toEqual(initial);
    const change = { keepServing: true, notifyOfFailure: 'no', other: true };
    expect(await desktop.call('invoke', 'desktop:settings', serverUrl, change)).toEqual({
      ...initial,
      keepServing: true,
    });
    await expect(desktop.call('invoke', 'desktop:settings', 'https://example.com/', change)).rejects.toThrow(
      'Not a page',
    );
    await desktop.call('invoke', 'desktop:settings', serverUrl, initial);
  });

  test('the tray shows the rate and the dropped events of all projects', async () => {
    const desktop = shared();
    const bridge = await bridgeOf(desktop);
    const drop = (project: { api_key: string }) =>
      desktopApi(bridge, '/capture/', { api_key: project.api_key, event: '', distinct_id: 'desk' });
    await drop(await desktopApi(bridge, '/api/projects/@current/'));
    const perPage = 100;
    for (let made = 0; made < perPage; made++)
      await drop(await desktopApi(bridge, '/api/projects/', { name: `Project ${made}` }));
    await eventually(async () =>
      (await desktop.call('trayMenu')).some((item) => /^[\d.]+ events\/s, 101 dropped$/.test(item)),
    );
  });

  test('diagnostics have versions, settings and the log, without keys', async () => {
    const desktop = shared();
    const { serverUrl, session } = await bridgeOf(desktop);
    await desktop.call('crashPage');
    await desktop.call('clickMenu', 'Copy diagnostics');
    const { clipboard, crashReporter, about } = await desktop.call('recorded');
    expect(clipboard).toContain('Benchtop 0.1.0');
    expect(clipboard).toContain(`Server: ${serverUrl}`);
    expect(clipboard).toContain('The page stopped (crashed)');
    expect(clipboard).not.toContain(session.key);
    expect(crashReporter).toEqual({ uploadToServer: false });
    expect(about).toMatchObject({ applicationName: 'Benchtop', applicationVersion: '0.1.0' });
    expect(readFileSync(join(desktop.dataDir, 'logs/benchtop.log'), 'utf8')).toContain('is listening on');
  });

  test('the licenses of all packaged software are on a separate page', async () => {
    const desktop = shared();
    const { serverUrl } = await bridgeOf(desktop);
    await desktop.call('clickMenu', 'Licenses');
    const address = (await desktop.call('windows'))[1]?.loads[0] ?? '';
    expect(address).toBe(`${serverUrl}/licenses.txt`);
    const text = await (await fetch(address)).text();
    for (const name of ['better-sqlite3', 'express', 'posthog-js', 'react', '@fontsource-variable/inter']) {
      expect(text).toMatch(new RegExp(`^${name} \\d[\\d.]*\nLicense: \\S`, 'm'));
    }
    await desktop.call('closeWindow');
  });

  test('an unpackaged app is registered for no links', async () => {
    const desktop = shared();
    await bridgeOf(desktop);
    expect((await desktop.call('recorded')).protocols).toEqual([]);
  });
});

describe('the menus', () => {
  test('run a command in the open window, and without one open its page', async () => {
    const desktop = start();
    const { serverUrl } = await bridgeOf(desktop);
    await desktop.call('invoke', 'desktop:settings', serverUrl, { keepServing: true });
    await desktop.call('clickMenu', 'New flag');
    expect((await desktop.call('windows'))[0]?.sent).toEqual([[commandChannel]]);
    const take = () => desktop.call('invoke', takeCommandChannel, serverUrl);
    expect(await take()).toBe('new-flag');
    expect(await take()).toBeNull();
    await desktop.call('closeWindow');
    await desktop.call('clickMenu', 'Flags (g f)');
    const windows = await desktop.call('windows');
    expect(windows.map(({ destroyed, loads }) => [destroyed, loads.at(-1)])).toEqual([
      [true, `${serverUrl}/`],
      [false, `${serverUrl}/feature-flags`],
    ]);
  });

  test('run in an app window, not in the licenses window', async () => {
    const desktop = start();
    const { serverUrl } = await bridgeOf(desktop);
    await desktop.call('clickMenu', 'Licenses');
    await desktop.call('clickMenu', 'New flag');
    expect((await desktop.call('windows')).map(({ sent }) => sent)).toEqual([[[commandChannel]], []]);
    await desktop.call('openUrl', 'benchtop://person/3');
    expect((await desktop.call('windows')).map(({ loads }) => loads.at(-1))).toEqual([
      `${serverUrl}/persons/3`,
      `${serverUrl}/licenses.txt`,
    ]);
  });

  test('open the palette in a window of its own when there is none', async () => {
    const desktop = start();
    const { serverUrl } = await bridgeOf(desktop);
    await desktop.call('invoke', 'desktop:settings', serverUrl, { keepServing: true });
    await desktop.call('closeWindow');
    await desktop.call('clickMenu', 'Search and commands');
    expect(await desktop.call('invoke', takeCommandChannel, serverUrl)).toBe('palette');
  });

  test('open more windows, each offset from the previous', async () => {
    const desktop = start();
    await bridgeOf(desktop);
    await desktop.call('move', { x: 100, y: 100, width: 1000, height: 700 });
    await desktop.call('quit');
    await desktop.exited;
    const again = start({ dataDir: desktop.dataDir });
    await bridgeOf(again);
    await again.call('clickMenu', 'New window');
    expect((await again.call('windows')).map(({ options }) => options.x)).toEqual([100, 128]);
  });
});

describe('settings', () => {
  test('with "keep serving" the server outlives the window, which the tray opens again', async () => {
    const desktop = start();
    const bridge = await bridgeOf(desktop);
    await desktop.call('invoke', 'desktop:settings', bridge.serverUrl, { keepServing: true });
    await desktop.call('closeWindow');
    const [server = 0] = (await desktop.call('recorded')).serverPids;
    expect(await desktopApi(bridge, '/api/health/')).toBeDefined();
    await desktop.call('clickTray', 'Show Benchtop');
    expect(await bridgeOf(desktop)).toEqual(bridge);
    await desktop.call('clickTray', 'Quit');
    expect(await desktop.exited).toBe(0);
    expect(isAlive(server)).toBe(false);
  });

  test.runIf(process.platform === 'linux')('"start at login" is a desktop entry that opens no window', async () => {
    const home = mkdtempSync(join(tmpdir(), 'benchtop-home-'));
    const env = { BENCHTOP_DATA_DIR: '', XDG_CONFIG_HOME: home };
    const desktop = start({ env });
    const { serverUrl } = await bridgeOf(desktop);
    const entry = join(home, 'autostart/benchtop.desktop');
    await desktop.call('invoke', 'desktop:settings', serverUrl, { startAtLogin: true });
    expect(readFileSync(entry, 'utf8')).toMatch(/^Exec=".+" "--hidden"$/m);
    await desktop.call('invoke', 'desktop:settings', serverUrl, { startAtLogin: false });
    expect(existsSync(entry)).toBe(false);
    await desktop.call('quit');
    await desktop.exited;

    const hidden = start({ env, args: ['--hidden'] });
    await eventually(async () => (await hidden.call('recorded')).trayTips.length > 0);
    expect(await hidden.call('windows')).toEqual([]);
    await hidden.dispose();
  });
});

test('a database that cannot be written is notified once, unless switched off', async () => {
  const desktop = start();
  const bridge = await bridgeOf(desktop);
  const project = await desktopApi(bridge, '/api/projects/@current/');
  const other = new DatabaseSync(join(desktop.dataDir, 'benchtop.sqlite'));
  const fail = async () => {
    other.exec('BEGIN IMMEDIATE');
    await desktopApi(bridge, '/capture/', { api_key: project.api_key, event: 'held', distinct_id: 'desk' });
    await eventually(async () => (await desktop.call('trayMenu'))[0] === 'The database cannot be written');
    other.exec('ROLLBACK');
    await eventually(async () => (await desktop.call('trayMenu'))[0]?.endsWith('dropped'));
  };
  await fail();
  await desktop.call('invoke', 'desktop:settings', bridge.serverUrl, { notifyOfFailure: false });
  await fail();
  other.close();
  const { notifications } = await desktop.call('recorded');
  expect(notifications).toEqual([
    { title: 'Benchtop cannot write its database', body: expect.stringContaining('locked') },
  ]);
});

describe('links', () => {
  test('open their page in a second start, in the first one, and as macOS hands them over', async () => {
    const desktop = start({ args: ['benchtop://person/3'] });
    const { serverUrl } = await bridgeOf(desktop);
    const lastLoad = async () => (await desktop.call('windows'))[0]?.loads.at(-1);
    expect(await lastLoad()).toBe(`${serverUrl}/persons/3`);
    expect(await start({ dataDir: desktop.dataDir, args: [`benchtop://event/${uuid}`] }).exited).toBe(0);
    await eventually(async () => (await lastLoad()) === `${serverUrl}/live?minutes=0&selected=%22${uuid}%22`);
    await desktop.call('openUrl', 'benchtop://flag/new-checkout');
    expect(await lastLoad()).toBe(`${serverUrl}/feature-flags/key/new-checkout`);
    await desktop.call('openUrl', 'benchtop://settings/../users');
    expect(await lastLoad()).toBe(`${serverUrl}/feature-flags/key/new-checkout`);
  });

  test('a packaged app is registered for them', async () => {
    const packed = start({ env: { STAND_IN_PACKAGED: '1' } });
    await bridgeOf(packed);
    expect((await packed.call('recorded')).protocols).toEqual(['benchtop']);
  });
});

test('unreadable settings fall back to the defaults', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-settings-'));
  writeFileSync(join(dataDir, 'desktop.json'), '{ "keepServing": tru');
  const desktop = start({ dataDir });
  const { serverUrl } = await bridgeOf(desktop);
  expect(await desktop.call('invoke', 'desktop:settings', serverUrl)).toMatchObject({ keepServing: false });
  await desktop.dispose();
});
