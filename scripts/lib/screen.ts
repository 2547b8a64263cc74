import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export type Screen = {
  display: string;
  /** File with the pixels of the screen, in the format of xwd. */
  pixels: string;
  end: () => void;
};

/** Debian's packages of the same names, but for Xvfb's, `xvfb`. */
const programs = ['Xvfb', 'openbox', 'xdotool', 'yad'];
const startMs = 10_000;

/** Returns the programs for a screen with windows that are not installed. */
export const missingPrograms = () => programs.filter((name) => spawnSync(name, ['--version']).error);

/** Starts a virtual screen with a window manager. */
export async function openScreen(): Promise<Screen> {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-screen-'));
  const started: ChildProcess[] = [];
  const end = () => {
    for (const child of started.reverse()) child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  // Otherwise it resets when xdotool disconnects, and a window manager that connects meanwhile is refused.
  const screen = ['-displayfd', '3', '-noreset', '-screen', '0', '1440x960x24', '-nolisten', 'tcp', '-fbdir', folder];
  const server = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  started.push(server);
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once('data', (chunk: Buffer) => resolve(String(chunk).trim()));
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  const display = `:${number}`;
  const env = { ...process.env, DISPLAY: display };
  started.push(spawn('openbox', [], { env, stdio: 'ignore' }));
  const deadline = Date.now() + startMs;
  // It answers once a window manager reports the desktops.
  while (spawnSync('xdotool', ['get_desktop'], { env }).status !== 0) {
    if (Date.now() > deadline) {
      end();
      throw new Error('openbox did not start');
    }
    await delay(100);
  }
  return { display, pixels: join(folder, 'Xvfb_screen0'), end };
}
