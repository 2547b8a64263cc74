import type { Author } from '../core/caller.ts';
import { withoutAbsent } from '../core/without-absent.ts';
import type { Database } from '../database/open.ts';
import type { Flag, FlagState, FlagUpdate } from './contract.ts';
import type { OverrideStore } from './override-store.ts';
import { type FlagStore, flagStateOf } from './store.ts';

type Parts = { database: Database; flags: FlagStore; overrides: OverrideStore };

/** Called in the transaction of a flag's own change; not when an experiment changes its flag. */
type FlagObserver = (author: Author, before: Flag, after: Flag) => void;
/** Throws ApiError for a change that is not allowed outside of its experiment. */
type FlagGuard = (before: Flag, after: FlagState) => void;

export type FlagEditor = ReturnType<typeof createFlagEditor>;

/** Changes flags and dependent data in one transaction. */
export function createFlagEditor({ database, flags, overrides }: Parts) {
  const observers: FlagObserver[] = [];
  const guards: FlagGuard[] = [];
  const change = (author: Author, before: Flag, update: FlagUpdate): Flag | undefined => {
    for (const guard of guards) guard(before, flagStateOf({ ...before, ...withoutAbsent(update) }));
    const after = flags.changeFlag(author, before, update);
    for (const observer of observers) observer(author, before, after);
    overrides.clearLost(author, after);
    return flags.flag(author.projectId, before.id);
  };
  return {
    /** Clears overrides with a value that the flag no longer has. */
    changeFlag: database.transaction(change),
    observe(observer: FlagObserver): void {
      observers.push(observer);
    },
    guard(guard: FlagGuard): void {
      guards.push(guard);
    },
  };
}
