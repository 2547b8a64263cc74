import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, extractFile, listPackage, statFile } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Arch, build, Platform } from 'electron-builder';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureBuild } from './lib/build.ts';
import { configuration, publishTo } from './lib/electron/electron-builder.ts';
import { icnsSizes, icoSizes, linuxSizes } from './lib/icon-formats.ts';

const windows = structuredClone(configuration.win);
const root = join(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'benchtop-package-'));

/** The marker before the fuses in Electron's program, and the number of fuses of Electron 45, all removable. */
const fuseMarker = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseCount = 9;

/** Creates the part of an Electron distribution that the packager changes: its resources and the fuses of its program. */
function fakeElectron(): string {
  const folder = join(work, 'electron');
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  writeFileSync(join(folder, 'locales/en-US.pak'), '');
  const fuses = Buffer.from([1, fuseCount, ...Array<number>(fuseCount).fill(FuseState.ENABLE)]);
  for (const program of ['electron', 'electron.exe']) {
    writeFileSync(join(folder, program), Buffer.concat([Buffer.from(fuseMarker), fuses]), { mode: 0o755 });
  }
  return folder;
}

const updateAddress = 'https://updates.example.com/benchtop/';

type Packed = { archive: string; files: string[]; folder: string };
const packed = new Map<string, Packed>();

/** Packs with electron-builder, without making an installer. */
async function pack(platform: Platform, arch: Arch, folder: string, electronDist: string): Promise<void> {
  const output = join(work, folder);
  await build({
    projectDir: root,
    targets: platform.createTarget('dir', arch),
    config: {
      // A copy: electron-builder normalizes its configuration in place.
      ...structuredClone(configuration),
      electronDist,
      directories: { ...configuration.directories, output },
      publish: publishTo(folder === 'linux-unpacked' ? updateAddress : undefined),
      // A Windows program cannot be faked as easily.
      ...(platform === Platform.WINDOWS && {
        disableAsarIntegrity: true,
        win: { ...windows, signAndEditExecutable: false },
      }),
    },
    publish: 'never',
  });
  const archive = join(output, folder, 'resources/app.asar');
  const entries = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/'));
  // The list has folders too.
  const files = entries.filter((path) => !entries.some((other) => other.startsWith(`${path}/`)));
  packed.set(folder, { archive, files, folder: join(output, folder) });
}

function content(folder: string): Packed {
  const result = packed.get(folder);
  if (!result) throw new Error(`${folder} was not packed`);
  return result;
}

beforeAll(async () => {
  await ensureBuild(() => {});
  const electronDist = fakeElectron();
  await pack(Platform.LINUX, Arch.x64, 'linux-unpacked', electronDist);
  await pack(Platform.LINUX, Arch.arm64, 'linux-arm64-unpacked', electronDist);
  await pack(Platform.WINDOWS, Arch.x64, 'win-unpacked', electronDist);
}, 180_000);

test('each platform has its installers and archives', () => {
  expect({
    linux: configuration.linux?.target,
    mac: configuration.mac?.target,
    win: configuration.win?.target,
  }).toEqual({
    linux: ['AppImage', 'deb', 'rpm'],
    mac: ['dmg', 'zip'],
    win: ['nsis', 'portable'],
  });
});

describe('the address of updates', () => {
  const config = (folder: string) => join(content(folder).folder, 'resources/app-update.yml');

  test('is in a package that was built with one', () => {
    expect(readFileSync(config('linux-unpacked'), 'utf8')).toBe(
      `provider: generic\nurl: ${updateAddress}\nupdaterCacheDirName: benchtop-updater\n`,
    );
  });

  test('is in no other package', () => {
    expect(existsSync(config('linux-arm64-unpacked'))).toBe(false);
  });

  test('is https, or on this machine', () => {
    expect(publishTo('http://127.0.0.1:8000/')).toEqual({ provider: 'generic', url: 'http://127.0.0.1:8000/' });
    expect(publishTo('')).toBeNull();
    for (const address of ['http://example.com/', 'example.com', 'file:///tmp/'])
      expect(() => publishTo(address)).toThrow('BENCHTOP_UPDATE_URL must be an https address');
  });
});

describe('the icons', () => {
  const icons = join(root, 'src-main/icons');

  /** Returns width and height of a PNG. */
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

  test.each(linuxSizes)('have a picture of %i pixels for Linux', (size) => {
    expect(sizeOf(readFileSync(join(icons, `linux/${size}x${size}.png`)))).toEqual([size, size]);
  });

  test('have all sizes in the file for Windows', () => {
    const file = readFileSync(join(icons, 'icon.ico'));
    const entries = Array.from({ length: file.readUInt16LE(4) }, (_, index) => 6 + index * 16);
    expect(entries.map((entry) => sizeOf(file.subarray(file.readUInt32LE(entry + 12)))[0])).toEqual(icoSizes);
  });

  test('have all sizes in the file for macOS', () => {
    const file = readFileSync(join(icons, 'icon.icns'));
    expect(file.toString('latin1', 0, 4)).toBe('icns');
    expect(file.readUInt32BE(4)).toBe(file.length);
    const sizes: number[] = [];
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4))
      sizes.push(sizeOf(file.subarray(at + 8))[0] ?? 0);
    expect([...new Set(sizes)]).toEqual(icnsSizes);
  });
});

describe('the packed app', () => {
  test('holds the build, package.json and the native module, and nothing else', () => {
    const { files } = content('linux-unpacked');
    const known = [
      /^\/package\.json$/,
      /^\/out\/main\/[\w-]+\.js$/,
      /^\/out\/main\/chunks\/icon-[\w-]+\.png$/,
      /^\/out\/main\/posthog-js\/([\w-]+\.js|LICENSE)$/,
      /^\/out\/preload\/preload\.cjs$/,
      /^\/out\/renderer\/[\w./-]+$/,
      /^\/node_modules\/better-sqlite3\/(package\.json|LICENSE)$/,
      /^\/node_modules\/better-sqlite3\/lib\/[\w./-]+\.js$/,
      /^\/node_modules\/better-sqlite3\/prebuilds\/linux-x64\.node$/,
    ];
    expect(files.filter((file) => !known.some((pattern) => pattern.test(file)))).toEqual([]);
    for (const pattern of known)
      expect(
        files.some((file) => pattern.test(file)),
        String(pattern),
      ).toBe(true);
  });

  test('has every entry of the build', () => {
    const { files } = content('linux-unpacked');
    for (const entry of [
      'main/index.js',
      'main/server-process.js',
      'main/worker.js',
      'main/storage-worker.js',
      'main/archive-worker.js',
      'renderer/index.html',
    ]) {
      expect(files).toContain(`/out/${entry}`);
    }
    expect(files.filter((file) => /^\/out\/main\/updater-[\w-]+\.js$/.test(file))).toHaveLength(1);
  });

  test('carries no source, source map, test or other dependency', () => {
    const { files } = content('linux-unpacked');
    expect(
      files.filter((file) =>
        /\.(tsx?|map|spec|test)(\.|$)|\/src-(main|renderer|server)\/|\/e2e\/|\/bench\//.test(file),
      ),
    ).toEqual([]);
    const packages = files.flatMap((file) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
    expect([...new Set(packages)]).toEqual(['better-sqlite3']);
  });

  test.each([
    ['linux-unpacked', 'linux-x64.node'],
    ['linux-arm64-unpacked', 'linux-arm64.node'],
    ['win-unpacked', 'win32-x64.node'],
  ])('has only the native file of its own platform, outside the archive (%s)', (folder, name) => {
    const { archive, files } = content(folder);
    const path = `node_modules/better-sqlite3/prebuilds/${name}`;
    expect(files.filter((file) => file.endsWith('.node'))).toEqual([`/${path}`]);
    const original = readFileSync(join(root, path));
    expect(readFileSync(join(`${archive}.unpacked`, path)).equals(original)).toBe(true);
  });

  test.runIf(process.platform === 'linux')('has everything that its server needs to run', async () => {
    const app = join(work, 'app');
    extractAll(content(process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked').archive, app);
    const args = [join(app, 'out/main/cli.js'), 'serve', '--port', '0', '--data-dir', join(work, 'data')];
    const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(server, 'exit');
    try {
      const [output] = await once(server.stdout, 'data');
      const url = /listening on (\S+)/.exec(String(output))?.[1];
      expect(await (await fetch(`${url}/live`, { headers: { accept: 'text/html' } })).text()).toContain(
        '<title>Benchtop</title>',
      );
      expect(await (await fetch(`${url}/static/array.js`)).text()).toContain('posthog');
    } finally {
      server.kill();
      await exited;
    }
  });

  test.each([
    ['/out/main/', 6],
    ['/out/renderer/', 6],
    ['/node_modules/better-sqlite3/lib/', 0.2],
    ['/node_modules/better-sqlite3/prebuilds/', 4],
  ])('has under %s at most %d MB', (folder, megabytes) => {
    const { archive, files } = content('linux-unpacked');
    const sizes = files
      .filter((file) => file.startsWith(folder))
      .map((file) => {
        const entry = statFile(archive, file.slice(1));
        return 'size' in entry ? entry.size : 0;
      });
    const total = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(megabytes);
  });

  test('is built from packages under `dependencies`, or needed by one of those', () => {
    const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
      readFileSync(join(root, 'package-lock.json'), 'utf8'),
    );
    const maps = globSync('out/{main,preload,renderer}/**/*.map', { cwd: root });
    const bundled = new Set(
      maps.flatMap((map) => {
        const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(root, map), 'utf8'));
        return sources.flatMap(
          (source) => /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? [],
        );
      }),
    );
    expect(bundled).toContain('node_modules/express');
    expect(bundled).toContain('node_modules/electron-updater');
    const development = [...bundled].filter((path) => lock.packages[path]?.dev);
    // Express's `debug` loads them if present.
    expect(development.filter((path) => !/\/(supports-color|has-flag)$/.test(path))).toEqual([]);
  });

  test('starts with the built main process', () => {
    const metadata = JSON.parse(extractFile(content('linux-unpacked').archive, 'package.json').toString());
    expect(metadata).toMatchObject({ name: 'benchtop', main: './out/main/index.js', type: 'module' });
    expect(metadata).not.toHaveProperty('devDependencies');
  });

  test('has its fuses set', async () => {
    const wire = await getCurrentFuseWire(join(content('linux-unpacked').folder, 'benchtop'));
    const { DISABLE: off, ENABLE: on } = FuseState;
    expect(wire).toMatchObject({
      [FuseV1Options.RunAsNode]: off,
      [FuseV1Options.EnableCookieEncryption]: on,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
    });
  });
});
