import { spawn, spawnSync } from 'node:child_process';

/** Calls the window manager through xdotool; a window's id is X11's. */
const xdotool = (...args: string[]) => spawnSync('xdotool', args, { encoding: 'utf8' }).stdout.trim();

const escaped = (text: string) => text.replace(/[^\w ]/g, '\\$&');

const maxTries = 20;

/** Waits until a window of that title is shown. xdotool fails if another window closes while it looks at all of them. */
export function findWindow(title: string): string {
  for (let tries = 0; tries < maxTries; tries++) {
    const [found] = xdotool('search', '--sync', '--onlyvisible', '--name', `^${escaped(title)}$`).split('\n');
    if (found) return found;
  }
  throw new Error(`No window has the title ${title}`);
}

export const setTitle = (window: string, title: string) =>
  void spawn('xdotool', ['set_window', '--name', title, window], { stdio: 'ignore' });
export const activate = (window: string) => xdotool('windowactivate', window);
