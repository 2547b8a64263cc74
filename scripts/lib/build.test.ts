import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { results, whyBuild } from './build.ts';

const sources = ['src-cli/index.ts', 'src-main/index.ts', 'src-renderer/app/routes.tsx', 'src-server/index.ts'];
const inputs = [...sources, 'electron.vite.config.ts', 'package-lock.json'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchtop-build-'));
  for (const path of inputs) write(path, 1_000);
});

/** Writes a file; sets its time and that of its folder, in seconds. */
function write(path: string, time: number): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  utimesSync(file, time, time);
  for (let parent = dirname(file); parent !== folder; parent = dirname(parent)) utimesSync(parent, time, time);
}

function build(): void {
  for (const path of results) write(path, 2_000);
}

test('a build is needed when it is missing or incomplete', () => {
  expect(whyBuild(folder)).toBe('there is no build yet');
  build();
  rmSync(join(folder, 'out/preload/preload.cjs'));
  expect(whyBuild(folder)).toBe('there is no build yet');
});

test('no build is needed while it is newer than all its inputs', () => {
  build();
  expect(whyBuild(folder)).toBeNull();
});

test.each(inputs)('a build is needed when %s has changed', (path) => {
  build();
  utimesSync(join(folder, path), 3_000, 3_000);
  expect(whyBuild(folder)).toBe('the sources are newer than the build');
});

test('a build is needed when a source was removed', () => {
  build();
  rmSync(join(folder, 'src-renderer/app/routes.tsx'));
  expect(whyBuild(folder)).toBe('the sources are newer than the build');
});

test('a changed test needs no build', () => {
  write('src-server/index.test.ts', 1_000);
  write('src-server/testing/server.ts', 1_000);
  build();
  for (const path of ['src-server/index.test.ts', 'src-server/testing/server.ts']) {
    utimesSync(join(folder, path), 3_000, 3_000);
  }
  expect(whyBuild(folder)).toBeNull();
});
