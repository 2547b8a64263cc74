import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';

/** Runs xdotool, the user's side of the screen: windows, keys, and the buttons of a window's frame. */
const xdotool = (...args: string[]) => execFileSync('xdotool', args, { encoding: 'utf8' }).trim();

export const press = (...keys: string[]) => void xdotool('key', ...keys);

export const minimizeFrontWindow = () => void xdotool('getactivewindow', 'windowminimize');

/** Moves the window in front, so that the one behind it is seen too. */
export function moveFrontWindow(x: number, y: number, width: number, height: number): void {
  xdotool('getactivewindow', 'windowsize', String(width), String(height), 'windowmove', String(x), String(y));
}

export function frontTitle(): string {
  return spawnSync('xdotool', ['getactivewindow', 'getwindowname'], { encoding: 'utf8' }).stdout.trim();
}

const frontWindow = () => spawnSync('xdotool', ['getactivewindow'], { encoding: 'utf8' }).stdout.trim();

const focusMs = 1_000;

/** Waits for a dialog to come before the window, after `act`. */
export async function dialogAfter(act: () => unknown): Promise<void> {
  const window = frontWindow();
  await act();
  await expect.poll(frontWindow).not.toBe(window);
  // Then its first button gets the focus.
  await delay(focusMs);
}

const paintMs = 500;

/** Keeps a picture of the whole screen, of the page where there is no virtual screen. */
export async function picture(name: string, page: Page): Promise<void> {
  const path = join(test.info().project.outputDir, 'pictures', test.info().project.name, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  const pixels = process.env.BENCHTOP_PIXELS;
  // The page content is painted a little later.
  await delay(paintMs);
  if (pixels === undefined) await page.screenshot({ path });
  else writeFileSync(path, png(readFileSync(pixels)));
}

/** Words of an xwd header: all are 32 bits, and the colors that follow it are 12 bytes each. */
const header = { size: 0, width: 4, height: 5, bytesPerLine: 12, colors: 19 };

/** Converts a screen of 32 bits a pixel, in the order blue, green, red, unused. */
function png(xwd: Buffer): Buffer {
  const word = (index: number) => xwd.readUInt32BE(index * 4);
  const [width, height, stride] = [word(header.width), word(header.height), word(header.bytesPerLine)];
  const first = word(header.size) + word(header.colors) * 12;
  // Each line begins with its filter: none.
  const lines = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = first + y * stride + x * 4;
      const to = y * (width * 3 + 1) + 1 + x * 3;
      lines[to] = xwd[from + 2] ?? 0;
      lines[to + 1] = xwd[from + 1] ?? 0;
      lines[to + 2] = xwd[from] ?? 0;
    }
  }
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
