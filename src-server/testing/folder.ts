import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Lists everything below a folder of a running server, by name; omits files renamed meanwhile, such as the marker. */
export function statsBelow(folder: string): [name: string, stats: Stats][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name): [string, Stats][] => {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return stats === undefined ? [] : [[name, stats]];
  });
}

export function filesBelow(folder: string): [name: string, bytes: Buffer][] {
  return statsBelow(folder).flatMap(([name, stats]): [string, Buffer][] => {
    if (!stats.isFile()) return [];
    try {
      return [[name, readFileSync(join(folder, name))]];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}
