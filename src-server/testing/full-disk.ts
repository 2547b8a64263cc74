import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Makes a disk look full to a process: loaded with `node --import`, it answers 0 free blocks while BENCHTOP_TEST_FULL_DISK is a file. */
const mark = process.env.BENCHTOP_TEST_FULL_DISK ?? '';
const realStatfs = fs.statfsSync;

fs.statfsSync = ((path: string) => {
  const found = realStatfs(path);
  return fs.existsSync(mark) ? Object.assign(found, { bavail: 0 }) : found;
}) as typeof fs.statfsSync;
syncBuiltinESMExports();
