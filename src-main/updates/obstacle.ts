import { execFile } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { app } from 'electron';
import type { UpdateObstacle } from '../bridge.ts';

/** Returns the host of updates that the package was built with; null if it was built without. */
export function updateHost(): string | null {
  try {
    const file = readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8');
    return URL.parse(/^url: ['"]?([^'"\s]+)/m.exec(file)?.[1] ?? '')?.host ?? null;
  } catch {
    return null;
  }
}

/** Resolves to the reason why this copy of the app cannot update itself; null if it can. */
export async function updateObstacle(): Promise<UpdateObstacle | null> {
  if (!app.isPackaged) return 'development';
  const { APPIMAGE: appImage, PORTABLE_EXECUTABLE_DIR: portable } = process.env;
  if (process.platform === 'linux' && !appImage) return 'package_manager';
  if (process.platform === 'win32' && portable) return 'portable';
  if (updateHost() === null) return 'unconfigured';
  if (appImage && !isWritable(dirname(appImage))) return 'read_only';
  return process.platform === 'darwin' && !(await isSigned()) ? 'unsigned' : null;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Reports whether the app is signed by a team: macOS installs updates of no other. */
async function isSigned(): Promise<boolean> {
  try {
    const args = ['--display', '--verbose=2', process.execPath];
    const { stderr } = await promisify(execFile)('/usr/bin/codesign', args);
    return /^TeamIdentifier=(?!not set)/m.test(stderr);
  } catch {
    return false;
  }
}
