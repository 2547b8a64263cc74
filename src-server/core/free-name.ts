import { maxName } from './contract.ts';

/** Returns the name of a copy that is still free: with `suffix(1)`, or the first free number. */
export function freeName(name: string, suffix: (number: number) => string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const end = suffix(number);
    const free = name.slice(0, maxName - end.length) + end;
    if (!isTaken(free)) return free;
  }
}

export const keySuffix = (number: number): string => (number === 1 ? '-copy' : `-copy-${number}`);
export const nameSuffix = (number: number): string => (number === 1 ? ' (copy)' : ` (copy ${number})`);
