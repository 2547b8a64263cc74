import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { formatBytes } from '../../src-renderer/ui/format.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/** Below it the daily copy of a database and its log may not fit. */
const lowSpaceBytes = 1024 ** 3;

export function node(): Finding {
  const wanted = packageJson.devDependencies.node;
  const { node: version } = process.versions;
  if (majorOf(version) >= majorOf(wanted)) return ok('node', version);
  return failed('node', `${version}; Benchtop needs ${majorOf(wanted)} or newer.`, 'Run "npm ci", which installs it.');
}

const majorOf = (version: string) => Number(version.split('.')[0]);

/** Checks that a server of this machine can write to the data folder. */
export function dataFolder(dataDir: string): Finding[] {
  const stats = statSync(dataDir, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isDirectory()) {
    return [failed('data_folder', `${dataDir} is not a folder.`, 'Name another with --data-dir.')];
  }
  const parent = existing(dataDir);
  try {
    accessSync(parent, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      failed('data_folder', `${parent} is not writable.`, 'Change its owner or mode, or name another with --data-dir.'),
    ];
  }
  const { bavail, bsize } = statfsSync(parent);
  const free = `${formatBytes(bavail * bsize)} free`;
  const detail = `${dataDir}${stats === undefined ? ' (created at the first start)' : ''}, ${free}`;
  if (bavail * bsize >= lowSpaceBytes) return [ok('data_folder', detail)];
  return [warning('data_folder', detail, 'Free some space: a full disk refuses events.')];
}

const existing = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
