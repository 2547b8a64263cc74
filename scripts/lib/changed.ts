import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clickHouseJourneys, tortureJourneys } from './vitest-run.ts';

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

/**
 * Returns the tests of the rooms of these files: in their folders and below, of a file directly in a top folder only beside it.
 * Whose imports reach a file says little, as each test over HTTP imports the whole server.
 */
export function testsOfRooms(root: string, files: string[]): string[] {
  const folders = new Set(files.map((file) => dirname(file)));
  const tests = [...folders].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder.includes('/'), encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  return [...new Set(tests)].filter((path) => !ofOtherCommands.some((journeys) => path.startsWith(journeys)));
}

const ofOtherCommands = [tortureJourneys, clickHouseJourneys];
