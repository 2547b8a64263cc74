import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

const systemBrowsers: Record<string, string[]> = {
  linux: [
    // Without browser windows a test takes an eighth less CPU time.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((base) =>
    base === undefined
      ? []
      : [join(base, 'Google/Chrome/Application/chrome.exe'), join(base, 'Microsoft/Edge/Application/msedge.exe')],
  ),
};

export const howToInstall =
  'No browser found: run "npx playwright install --with-deps chromium", install Chromium or Chrome, or set BENCHTOP_BROWSER to one.';

/**
 * Features of a full Chromium that take a third of a test's processor time and affect no page: a spare renderer, and renderers of
 * the browser's own window. The list replaces Playwright's, so it repeats those entries.
 */
const disabledFeatures = [
  'SpareRendererForSitePerProcess',
  'PreloadTopChromeWebUI',
  'InitialWebUI',
  'WebUIToolbar',
  'WebUIReloadButton',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'LensOverlay',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
];

/** Chromium's flags: quiet, offline, and for root without the sandbox. */
export const browserArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--disable-features=${disabledFeatures.join(',')}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** Returns the path of a browser that starts: `BENCHTOP_BROWSER`, Playwright's or the system's; undefined without one. */
export function findBrowser(): string | undefined {
  const named = process.env.BENCHTOP_BROWSER;
  const candidates = named ? [named] : [chromium.executablePath(), ...(systemBrowsers[process.platform] ?? [])];
  return candidates.find(starts);
}

/** Returns the path of a browser that has windows; undefined without one. */
export function findWindowBrowser(): string | undefined {
  const candidates = [
    process.env.BENCHTOP_BROWSER,
    chromium.executablePath(),
    ...(systemBrowsers[process.platform] ?? []),
  ];
  return candidates.find((path) => path !== undefined && !/headless.shell/.test(path) && starts(path));
}

/** Asks for the version, because a downloaded browser may lack system libraries; on Windows that would open a window. */
function starts(path: string): boolean {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000, stdio: 'ignore' }).status === 0;
}

/** Finds a browser, or installs one if that needs no confirmation; undefined without one. */
export function findOrInstallBrowser(say: (line: string) => void): string | undefined {
  const found = findBrowser();
  if (found !== undefined || process.env.BENCHTOP_BROWSER) return found;
  for (const { name, command, args, seconds } of installers()) {
    say(`No browser yet: trying ${name} (at most ${seconds} s)`);
    const stdio = ['ignore', 'inherit', 'inherit'] as const;
    spawnSync(command, args, { timeout: seconds * 1000, killSignal: 'SIGKILL', stdio: [...stdio] });
    const installed = findBrowser();
    if (installed !== undefined) return installed;
  }
  return undefined;
}

function installers(): { name: string; command: string; args: string[]; seconds: number }[] {
  const root = process.getuid?.() === 0;
  const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test')), 'cli.js');
  const download = {
    name: "Playwright's installer",
    command: process.execPath,
    args: [playwright, 'install', ...(root ? ['--with-deps'] : []), 'chromium'],
    seconds: 150,
  };
  if (!root || !existsSync('/usr/bin/apt-get')) return [download];
  const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends';
  // Some Debian releases lack the first.
  const apt = `apt-get update && (${install} chromium-headless-shell || ${install} chromium)`;
  return [download, { name: "Debian's package", command: 'sh', args: ['-c', apt], seconds: 240 }];
}
