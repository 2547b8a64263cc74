import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { settingsChannel, type UpdateInfo, type UpdateStep, updatesChannel } from '../bridge.ts';
import { type Desktop, eventually } from '../testing/desktop.ts';
import { bridgeOf, desktopStarter } from '../testing/desktops.ts';

const start = desktopStarter();

/** The program of the new version; it is started once when it is installed. */
const program = '#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" > "$MARKER"\n';
const sha512 = (text: string) => createHash('sha512').update(text).digest('base64');
const list = process.arch === 'arm64' ? 'latest-linux-arm64.yml' : 'latest-linux.yml';

/** Serves updates on this machine, and packs an app with that address. */
async function published({ version = '9.9.9', file = program }) {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-updates-'));
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const name = `Benchtop-${version}.AppImage`;
  const files: Record<string, string> = {
    [`/${list}`]: `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512(program)}\n    size: ${program.length}\n`,
    [`/${name}`]: file,
  };
  const server = createServer(({ url = '', headers }, response) => {
    const [path = ''] = url.split('?');
    requests.push({ path, headers });
    const body = files[path];
    if (body === undefined) response.writeHead(404).end();
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const resources = join(folder, 'resources');
  const appImage = join(folder, 'app', 'Benchtop.AppImage');
  mkdirSync(resources);
  mkdirSync(join(folder, 'app'));
  writeFileSync(appImage, 'the old program');
  writeFileSync(
    join(resources, 'app-update.yml'),
    `provider: generic\nurl: http://${host}/\nupdaterCacheDirName: benchtop-updater\n`,
  );
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  const env = {
    STAND_IN_PACKAGED: '1',
    STAND_IN_RESOURCES: resources,
    APPIMAGE: appImage,
    MARKER: join(folder, 'marker'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
  return { env, host, requests, appImage, marker: join(folder, 'marker') };
}

async function asPage(desktop: Desktop) {
  const { serverUrl } = await bridgeOf(desktop);
  return {
    answer: (updates: boolean) => desktop.call('invoke', settingsChannel, serverUrl, { updates }),
    updates: (step?: UpdateStep) => desktop.call('invoke', updatesChannel, serverUrl, step) as Promise<UpdateInfo>,
  };
}

const loadedUpdater = async (desktop: Desktop) =>
  (await desktop.call('recorded')).modules.some((url) => /\/updater-[\w-]+\.js$/.test(url));

describe.runIf(process.platform === 'linux')('a packed app', () => {
  test('requests nothing and loads no updater before the user agrees, and remembers a no', async () => {
    const { env, host, requests } = await published({});
    const first = start({ env });
    const page = await asPage(first);
    expect(await page.updates('check')).toEqual({ state: { kind: 'unasked' }, host });
    await page.answer(false);
    expect((await page.updates('check')).state).toEqual({ kind: 'off' });
    expect(await loadedUpdater(first)).toBe(false);
    await first.call('quit');
    await first.exited;
    const again = start({ env, dataDir: first.dataDir });
    expect((await (await asPage(again)).updates()).state).toEqual({ kind: 'off' });
    expect(await again.call('menu')).toContain('  Check for updates… (off)');
    expect(await loadedUpdater(again)).toBe(false);
    expect(requests).toEqual([]);
  });

  test('finds a version, downloads it on request, and installs it when it quits', async () => {
    const { env, requests, appImage, marker } = await published({});
    const desktop = start({ env });
    const page = await asPage(desktop);
    await page.answer(true);
    await eventually(async () => (await page.updates()).state.kind === 'available');
    expect((await page.updates()).state).toEqual({ kind: 'available', version: '9.9.9' });
    expect(await loadedUpdater(desktop)).toBe(true);
    expect(requests.map(({ path }) => path)).toEqual([`/${list}`]);
    expect(await desktop.call('menu')).toContain('  Check for updates… (9.9.9 available)');
    expect((await desktop.call('windows'))[0]?.sent).toContainEqual([updatesChannel]);
    await page.updates('download');
    await eventually(async () => (await page.updates()).state.kind === 'ready');
    expect(readFileSync(appImage, 'utf8')).toBe('the old program');
    await desktop.call('quit');
    expect(await desktop.exited).toBe(0);
    expect(readFileSync(appImage, 'utf8')).toBe(program);
    expect(readFileSync(marker, 'utf8')).toBe('true\n');
    // No id of this installation.
    expect(requests.map(({ headers }) => headers['x-user-staging-id']).filter(Boolean)).toEqual([]);
  });

  test('discards a download that is not the published file', async () => {
    const { env, appImage } = await published({ file: `${program}# something else` });
    const desktop = start({ env });
    const page = await asPage(desktop);
    await page.answer(true);
    await eventually(async () => (await page.updates()).state.kind === 'available');
    await page.updates('download');
    const { state } = await eventually(async () => {
      const info = await page.updates();
      return info.state.kind === 'failed' && info;
    });
    expect(state).toMatchObject({ reason: 'unverified' });
    await desktop.call('quit');
    expect(await desktop.exited).toBe(0);
    expect(readFileSync(appImage, 'utf8')).toBe('the old program');
  });

  test('that is up to date says so', async () => {
    const { env } = await published({ version: '0.1.0' });
    const page = await asPage(start({ env }));
    await page.answer(true);
    await eventually(async () => (await page.updates()).state.kind === 'none');
  });

  test('says why it cannot update itself', async () => {
    const { env, requests } = await published({});
    const stateWith = async (other: Record<string, string>) => {
      const desktop = start({ env: { ...env, ...other } });
      const page = await asPage(desktop);
      await page.answer(true);
      const { state } = await page.updates('check');
      await desktop.dispose();
      return state;
    };
    const empty = mkdtempSync(join(tmpdir(), 'benchtop-resources-'));
    expect(await stateWith({ STAND_IN_PACKAGED: '' })).toEqual({ kind: 'impossible', reason: 'development' });
    expect(await stateWith({ APPIMAGE: '' })).toEqual({ kind: 'impossible', reason: 'package_manager' });
    expect(await stateWith({ STAND_IN_RESOURCES: empty })).toEqual({ kind: 'impossible', reason: 'unconfigured' });
    expect(await stateWith({ APPIMAGE: '/nowhere/Benchtop.AppImage' })).toEqual({
      kind: 'impossible',
      reason: 'read_only',
    });
    expect(requests).toEqual([]);
  });
});
