import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readWindowState } from './window-state.ts';

const folder = mkdtempSync(join(tmpdir(), 'benchtop-window-'));

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };

function read(saved: unknown, screens = [screen]) {
  const file = join(folder, 'window.json');
  writeFileSync(file, typeof saved === 'string' ? saved : JSON.stringify(saved));
  return readWindowState(file, screens);
}

test('a window on a screen returns to its position', () => {
  const bounds = { x: 2000, y: 40, width: 1000, height: 700 };
  expect(read({ bounds, maximized: true }, [screen, second])).toEqual({ bounds, maximized: true });
});

test('a window whose screen is gone keeps its size and gets a new position', () => {
  const size = { width: 1000, height: 700 };
  expect(read({ bounds: { x: 2000, y: 40, ...size } })).toEqual({ bounds: size, maximized: false });
  expect(read({ bounds: { x: 100, y: -500, ...size } }).bounds).toEqual(size);
});

test('a window has a minimum size', () => {
  expect(read({ bounds: { x: 0, y: 0, width: 10, height: 10 } }).bounds).toMatchObject({ width: 900, height: 600 });
});

test.each(['', 'null', '[]', '{"bounds":null}', '{"bounds":{"width":"wide"}}', '{"bounds":{"width":1e99,"x":1}}'])(
  'a file with %s gives the default size',
  (text) => {
    expect(read(text)).toEqual({ bounds: { width: 1360, height: 880 }, maximized: false });
  },
);
