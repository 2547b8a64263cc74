import { spawn, spawnSync } from 'node:child_process';

/** The window manager's side of a window, through xdotool; its id is X11's. */
const xdotool = (...args: string[]) => spawnSync('xdotool', args, { encoding: 'utf8' }).stdout.trim();

const escaped = (text: string) => text.replace(/[^\w ]/g, '\\$&');

/** Waits until a window of that title is shown. */
export const findWindow = (title: string) =>
  xdotool('search', '--sync', '--onlyvisible', '--name', `^${escaped(title)}$`).split('\n')[0] ?? '';

export const setTitle = (window: string, title: string) =>
  void spawn('xdotool', ['set_window', '--name', title, window], { stdio: 'ignore' });
export const activate = (window: string) => xdotool('windowactivate', window);
