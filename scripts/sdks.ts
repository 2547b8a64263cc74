import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { browserSdks, bundle, installError, nodeSdks, type Sdk, sdkId } from '../e2e/sdks/versions.ts';
import { findOrInstallBrowser, howToInstall } from './lib/browser.ts';
import { ensureBuild } from './lib/build.ts';
import { npm } from './lib/npm.ts';
import { runTests } from './lib/run-tests.ts';
import { tallies, totals } from './lib/tally.ts';
import { tool } from './lib/tool.ts';

/**
 * `npm run test:sdks`: tests each SDK version of docs/sdks.md against the built server. Installs each with npm in its own folder,
 * which is kept for the next run. A version that cannot be installed fails its test. The last line has the totals.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules/.cache/benchtop-sdks');
/** Maximum number of older versions that are tried, because npm may lack a dependency of the newest. */
const maxTries = 12;

async function main(): Promise<number> {
  await ensureBuild();
  const browser = findOrInstallBrowser(console.log);
  if (browser === undefined) console.error(howToInstall);
  // A few at a time, because npm mostly waits.
  const waiting = [...nodeSdks, ...browserSdks];
  const installNext = async (): Promise<void> => {
    for (let sdk = waiting.shift(); sdk !== undefined; sdk = waiting.shift()) await prepare(sdk);
  };
  await Promise.all([installNext(), installNext(), installNext()]);

  const { tally } = runTests({
    args: () => [tool('@playwright/test', 'playwright'), 'test', '--workers=2', '--reporter=list,json'],
    selection: ['e2e/sdks', 'e2e/sdk-snippet.spec.ts'],
    env: { BENCHTOP_SDKS: folder, ...(browser && { BENCHTOP_BROWSER: browser }) },
    minutes: 20,
    tally: tallies.playwright,
  });
  console.log(`\n${totals(tally)}`);
  return tally.failed === 0 ? 0 : 1;
}

/** Installs an SDK if missing, and bundles it for a page. Never throws: its test reports the error. */
async function prepare(sdk: Sdk): Promise<void> {
  const home = join(folder, sdkId(sdk));
  mkdirSync(home, { recursive: true });
  rmSync(join(home, installError), { force: true });
  try {
    const version = await install(sdk, home);
    if (browserSdks.includes(sdk)) await bundleFor(sdk, home);
    console.log(`${sdkId(sdk)}: ${version}`);
  } catch (error) {
    writeFileSync(join(home, installError), String(error));
    console.error(`${sdkId(sdk)} could not be installed`);
  }
}

async function install({ name, version }: Sdk, home: string): Promise<string> {
  const installed = () =>
    JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8')).version as string;
  try {
    if (version !== 'newest') return installed();
  } catch {
    // Not installed yet.
  }
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'app', private: true }));
  for (const wanted of version === 'newest' ? await newestOf(name, home) : [version]) {
    const failure = await npm(home, 'install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${wanted}`).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return installed();
    if (version !== 'newest') throw failure;
    console.error(`${name} ${wanted} cannot be installed; trying the version before it`);
  }
  throw new Error(`None of the newest ${maxTries} versions of ${name} can be installed.`);
}

/** Lists the newest versions of a package, newest first. */
async function newestOf(name: string, home: string): Promise<string[]> {
  const versions = JSON.parse(await npm(home, 'view', name, 'versions', '--json')) as string[];
  return versions
    .filter((version) => !version.includes('-'))
    .slice(-maxTries)
    .reverse();
}

/** posthog-js-lite exports a class and has another option for the host. */
const entries: Record<string, string> = {
  'posthog-js': `export { default } from 'posthog-js';`,
  'posthog-js-lite': `
    import { PostHog } from 'posthog-js-lite';
    const names = ['capture', 'identify', 'alias', 'group', 'onFeatureFlags', 'reloadFeatureFlags'];
    const flags = ['getFeatureFlag', 'isFeatureEnabled', 'getFeatureFlagPayload'];
    export default {
      init(key, { api_host: host }) {
        const client = new PostHog(key, { host, flushAt: 1 });
        for (const name of [...names, ...flags]) this[name] = client[name].bind(client);
      },
    };`,
};

/** Bundles an SDK into one module, as an app's bundler would. */
async function bundleFor({ name }: Sdk, home: string): Promise<void> {
  const entry = join(home, 'entry.js');
  writeFileSync(entry, entries[name] ?? '');
  await build({
    configFile: false,
    root: home,
    logLevel: 'error',
    build: { outDir: home, emptyOutDir: false, lib: { entry, formats: ['es'], fileName: () => bundle } },
  });
}

process.exitCode = await main();
