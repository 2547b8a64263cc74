import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ensureBuild } from './lib/build.ts';
import { findElectron } from './lib/electron-binary.ts';

/** `npm run e2e:desktop`: the journey through the real desktop app. Where it cannot run, it says why and succeeds. */
const root = join(import.meta.dirname, '..');
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** Uses a virtual screen where there is no real one and the program is installed. */
function screen(): string[] | null {
  if (hasDisplay) return [];
  return spawnSync('xvfb-run', ['--help']).error ? null : ['xvfb-run', '--auto-servernum'];
}

async function run(): Promise<number> {
  const electron = findElectron();
  if (!electron) return skip("Electron's binary is not there");
  const wrapper = screen();
  if (!wrapper) return skip('there is no display and no xvfb-run');
  await ensureBuild();
  const command = [...wrapper, process.execPath, playwright, 'test', '--config', 'e2e/desktop/playwright.config.ts'];
  const env = { ...process.env, BENCHTOP_ELECTRON: electron };
  const { status } = spawnSync(command[0] as string, command.slice(1), { cwd: root, env, stdio: 'inherit' });
  return status ?? 1;
}

function skip(why: string): number {
  console.log(`not run: ${why}`);
  return 0;
}

process.exitCode = await run();
