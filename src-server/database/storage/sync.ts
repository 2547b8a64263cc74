import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes the content of a file durable. */
export const syncFile = (path: string): void => sync(path, 'r+');

/** Makes new and removed names in a folder durable. Windows has no such call and does so itself. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') sync(path, 'r');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
