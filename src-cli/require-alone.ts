import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from './failure.ts';

/** Refuses options that were typed beside `flag` and have no effect there. `known`: those that have one. Throws Failure. */
export function requireAlone(command: CommandUnknownOpts, flag: string, known: readonly string[]): void {
  // The environment has the settings of other commands, too.
  const isTyped = (name: string) => command.getOptionValueSource(name) === 'cli';
  const other = command.options.find(
    (option) => ![flag, ...known].includes(option.long ?? '') && isTyped(option.attributeName()),
  );
  if (other === undefined) return;
  const taken = [known.slice(0, -1).join(', '), ...known.slice(-1)].join(' and ');
  throw new Failure(`${flag} takes ${taken} only: leave out ${other.long}.`);
}
