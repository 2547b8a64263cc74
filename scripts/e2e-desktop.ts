import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { browserArgs, findWindowBrowser } from './lib/browser.ts';
import { ensureBuild } from './lib/build.ts';
import { findElectron } from './lib/electron/electron-binary.ts';
import { missingPrograms, openScreen } from './lib/screen.ts';
import { tool } from './lib/tool.ts';

/**
 * `npm run e2e:desktop`: the journey through the desktop app, in Chromium's windows by the stand-in for Electron, and in Electron's
 * own where its binary is. Where neither can run, it says why and succeeds.
 */
const root = join(import.meta.dirname, '..');
const isLinux = process.platform === 'linux';

function standIn(): NodeJS.ProcessEnv {
  const chromium = isLinux ? findWindowBrowser() : undefined;
  if (chromium === undefined) return {};
  // Otherwise each window warns that it has no sandbox.
  return { STAND_IN_CHROMIUM: JSON.stringify({ chromium, flags: [...browserArgs, '--test-type'] }) };
}

function real(): NodeJS.ProcessEnv {
  const electron = findElectron();
  return electron === null ? {} : { BENCHTOP_ELECTRON: electron };
}

async function run(): Promise<number> {
  const missing = isLinux ? missingPrograms() : [];
  if (missing.length > 0) return skip(`${missing.join(', ')} must be installed for a screen with windows`);
  const apps = { ...standIn(), ...real() };
  if (Object.keys(apps).length === 0) return skip("there is neither Electron's binary nor a Chromium with windows");
  await ensureBuild();
  const screen = isLinux ? await openScreen() : null;
  const env = { ...process.env, ...apps, ...(screen && { DISPLAY: screen.display, BENCHTOP_PIXELS: screen.pixels }) };
  const args = [tool('@playwright/test', 'playwright'), 'test', '--config', 'e2e/desktop/playwright.config.ts'];
  const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  screen?.end();
  return code ?? 1;
}

function skip(why: string): number {
  console.log(`not run: ${why}`);
  return 0;
}

process.exitCode = await run();
