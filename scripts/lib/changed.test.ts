import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { changedFiles, testsBeside } from './changed.ts';

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

test('the tests of a changed file are those in its folder', () => {
  expect(testsBeside(folder, ['src/b.ts', 'src/a.ts'])).toEqual(['src/a.test.ts']);
  expect(testsBeside(folder, [])).toEqual([]);
});
