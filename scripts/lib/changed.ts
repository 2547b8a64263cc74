import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the files that differ from the branch point on main, on main itself from that on origin's, or from the last commit when
 * there is neither.
 */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const commonWith = (branch: string) => {
    try {
      return git('merge-base', 'HEAD', branch).trim();
    } catch {
      return undefined;
    }
  };
  const isMain = git('branch', '--show-current').trim() === 'main';
  const since = (isMain ? undefined : commonWith('main')) ?? commonWith('origin/main') ?? 'HEAD';
  const changed = git('diff', '--name-only', '--diff-filter=d', '-z', since);
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  return `${changed}${added}`.split('\0').filter((path) => path !== '');
}

/** Returns the tests in the folders of these files: tests over HTTP do not import what they test. */
export function testsBeside(root: string, files: string[]): string[] {
  const folders = new Set(files.map((file) => dirname(file)));
  return [...folders].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
}
