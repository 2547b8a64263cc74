import type { Revisions } from '../../core/revisions.ts';
import type { FlagOverride, FlagValue } from '../contract.ts';
import type { OverrideStore } from '../override-store.ts';
import type { FlagStore } from '../store.ts';
import { type CompiledFlag, compileFlag, type FlagDefinition } from './evaluate.ts';

/** The compiled flags of a project and its overrides. Immutable; replaced on each change. */
export type ProjectFlags = {
  flags: CompiledFlag[];
  byKey: ReadonlyMap<string, CompiledFlag>;
  forEveryone: ReadonlyMap<number, FlagValue>;
  /** Keyed by distinct_id, then by flag. */
  forPersons: ReadonlyMap<string, ReadonlyMap<number, FlagValue>>;
  /** Whether a stored flag was omitted because it could not be compiled. */
  hasErrors: boolean;
};

type Parts = {
  flags: Pick<FlagStore, 'liveFlags'>;
  overrides: Pick<OverrideStore, 'overrides'>;
  revisions: Pick<Revisions, 'of'>;
  now(): number;
  report(error: unknown): void;
};

export type CompiledFlags = ReturnType<typeof createCompiledFlags>;

/** Keeps the compiled flags of each project in memory until something about them changes. */
export function createCompiledFlags({ flags, overrides, revisions, now, report }: Parts) {
  const cache = new Map<number, { revision: number; project: ProjectFlags }>();

  function compile(definition: FlagDefinition): CompiledFlag[] {
    try {
      return [compileFlag(definition, now)];
    } catch (error) {
      report(error);
      return [];
    }
  }

  function read(projectId: number): ProjectFlags {
    const live = flags.liveFlags(projectId);
    const compiled = live.flatMap(compile);
    return {
      flags: compiled,
      byKey: new Map(compiled.map((flag) => [flag.key, flag])),
      ...sortOverrides(overrides.overrides(projectId)),
      hasErrors: compiled.length < live.length,
    };
  }

  return {
    of(projectId: number): ProjectFlags {
      const revision = revisions.of(projectId);
      let known = cache.get(projectId);
      if (known?.revision !== revision) {
        known = { revision, project: read(projectId) };
        cache.set(projectId, known);
      }
      return known.project;
    },
  };
}

function sortOverrides(overrides: FlagOverride[]): Pick<ProjectFlags, 'forEveryone' | 'forPersons'> {
  const forEveryone = new Map<number, FlagValue>();
  const forPersons = new Map<string, Map<number, FlagValue>>();
  for (const { flag_id: flagId, distinct_id: distinctId, value } of overrides) {
    if (distinctId === null) forEveryone.set(flagId, value);
    else forPersons.set(distinctId, (forPersons.get(distinctId) ?? new Map()).set(flagId, value));
  }
  return { forEveryone, forPersons };
}
