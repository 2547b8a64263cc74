import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserWindow, Rectangle } from 'electron';

export type WindowState = { bounds: Partial<Rectangle> & { width: number; height: number }; maximized: boolean };

export const smallestSize = { width: 900, height: 600 };
const fresh: WindowState = { bounds: { width: 1360, height: 880 }, maximized: false };

/** Enough of the title bar to drag the window. */
const grip = { width: 120, height: 32 };

function isReachable(bounds: Rectangle, areas: Rectangle[]): boolean {
  return areas.some((area) => {
    const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    return width >= grip.width && bounds.y >= area.y && bounds.y + grip.height <= area.y + area.height;
  });
}

/**
 * Returns the place of the window when it was last closed. If its screen is gone, keeps the size and lets the system choose the
 * place. Without a valid file, returns the initial size.
 */
export function readWindowState(file: string, workAreas: Rectangle[]): WindowState {
  const saved = readJson(file);
  const { x, y, width, height } = saved.bounds ?? {};
  if (![width, height].every(Number.isInteger)) return fresh;
  const size = {
    width: Math.max(width as number, smallestSize.width),
    height: Math.max(height as number, smallestSize.height),
  };
  const place = { x: x as number, y: y as number };
  const placed = [x, y].every(Number.isInteger) && isReachable({ ...place, ...size }, workAreas);
  return { bounds: placed ? { ...place, ...size } : size, maximized: saved.maximized === true };
}

function readJson(file: string): { bounds?: Record<string, unknown>; maximized?: unknown } {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

/** Writes the state shortly after each change, and when the window closes. */
export function keepWindowState(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    const state = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    try {
      writeFileSync(file, `${JSON.stringify(state)}\n`, { mode: 0o600 });
    } catch {
      // Not reported: only the place of the window is lost, and disk problems show elsewhere.
    }
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, 500);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('close', save);
  window.on('closed', () => clearTimeout(timer));
}
