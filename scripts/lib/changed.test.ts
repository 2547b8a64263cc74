import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { changedFiles, testsOfRooms } from './changed.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchtop-changed-'));
  git('init', '--quiet', '--initial-branch=main');
  for (const path of ['src/a.ts', 'src/a.test.ts', 'src/b.ts', 'src/gone.ts', 'other/c.ts', 'other/c.test.ts'])
    write(path);
  commit();
});

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], { cwd: folder });
}

function write(path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), String(Math.random()));
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message=a');
}

test('on main, uncommitted files have changed, including new but not removed ones', () => {
  expect(changedFiles(folder)).toEqual([]);
  write('src/a.ts');
  write('src/new ä.ts');
  rmSync(join(folder, 'src/gone.ts'));
  expect(changedFiles(folder)).toEqual(['src/a.ts', 'src/new ä.ts']);
});

test('on a branch, its own commits count as changes, and later commits on main do not', () => {
  git('switch', '--quiet', '--create', 'work');
  write('src/a.ts');
  commit();
  git('switch', '--quiet', 'main');
  write('other/c.ts');
  commit();
  git('switch', '--quiet', 'work');
  write('src/b.ts');
  expect(changedFiles(folder)).toEqual(['src/a.ts', 'src/b.ts']);
});

test('on main of a clone, changes are relative to the other main', () => {
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  write('src/a.ts');
  commit();
  write('src/b.ts');
  expect(changedFiles(folder)).toEqual(['src/a.ts', 'src/b.ts']);
});

test('without a main branch, uncommitted files have changed', () => {
  git('branch', '--quiet', '--move', 'trunk');
  write('src/b.ts');
  expect(changedFiles(folder)).toEqual(['src/b.ts']);
});

test('the tests of a changed file are those of its room, without journeys that have a command of their own', () => {
  for (const path of ['src/room/d.ts', 'src/room/inner/e.test.ts', 'src-server/journeys/clickhouse/f.test.ts'])
    write(path);
  write('src-server/journeys/g.test.ts');
  expect(testsOfRooms(folder, ['src/b.ts', 'src/a.ts'])).toEqual(['src/a.test.ts']);
  expect(testsOfRooms(folder, ['src/room/d.ts'])).toEqual(['src/room/inner/e.test.ts']);
  expect(testsOfRooms(folder, ['src-server/journeys/h.ts'])).toEqual(['src-server/journeys/g.test.ts']);
  expect(testsOfRooms(folder, [])).toEqual([]);
});
