import type { JsonObject } from '../../core/contract.ts';
import { ownValue } from '../../core/json/own-value.ts';
import { maxDecideIds } from '../../core/limits-contract.ts';
import type { GroupStore } from '../../persons/groups.ts';
import type { PersonStore } from '../../persons/store.ts';
import type { FlagValue } from '../contract.ts';
import type { ProjectFlags } from './compiled.ts';
import type { Subject } from './evaluate.ts';
import type { FirstIds } from './first-ids.ts';

/** The person as the request describes them; sent properties override stored ones. */
export type Asking = {
  distinctId: string;
  anonDistinctId?: string | undefined;
  groups: Readonly<Record<string, string>>;
  personProperties: JsonObject;
  groupProperties: Readonly<Record<string, JsonObject>>;
};

export type SubjectParts = {
  persons: Pick<PersonStore, 'properties' | 'idOf' | 'idsOf'>;
  groups: Pick<GroupStore, 'typeNames' | 'typeNamesWith' | 'properties'>;
  /** Stores the group types of a request in the background: it may come before the first event of a group. */
  learnGroupTypes(projectId: number, types: readonly string[]): void;
  firstIds: FirstIds;
};

/** A subject with stored data. */
export type KnownSubject = Subject & {
  /** Returns the stored properties of the person, undefined if unknown; an evaluation that calls it depends on them. */
  stored(): Readonly<JsonObject> | undefined;
  hasReadStored(): boolean;
  ownOverrides(): ReadonlyMap<number, FlagValue>;
};

const none: ReadonlyMap<number, FlagValue> = new Map();

/** Combines the request with stored data of the person and groups; loads only what flags need. */
export function subjectOf(parts: SubjectParts, projectId: number, asking: Asking, project: ProjectFlags): KnownSubject {
  const { persons, groups } = parts;
  const { distinctId } = asking;
  const stored = () => persons.properties(projectId, distinctId);
  const ownOverrides = () => {
    overrides ??= project.forPersons.size === 0 ? none : overridesOf(parts, projectId, distinctId, project);
    return overrides;
  };
  let person: JsonObject | undefined;
  let typeNames: ReadonlyMap<number, string> | undefined;
  let kept: Map<number, string> | undefined;
  let overrides: ReadonlyMap<number, FlagValue> | undefined;
  return {
    distinctId,
    personProperties() {
      person ??= { ...stored(), distinct_id: distinctId, ...asking.personProperties };
      return person;
    },
    group(typeIndex) {
      typeNames ??= groups.typeNames(projectId);
      const type = typeNames.get(typeIndex) ?? newType(parts, projectId, typeIndex, Object.keys(asking.groups));
      const key = type === undefined ? undefined : ownValue(asking.groups, type);
      if (type === undefined || key === undefined) return undefined;
      let known: JsonObject | undefined;
      const properties = () => {
        known ??= { ...groups.properties(projectId, typeIndex, key), $group_key: key, ...asking.groupProperties[type] };
        return known;
      };
      return { key, properties };
    },
    firstDistinctId(flagId) {
      kept ??= keptIds(parts, projectId, asking, project);
      return kept.get(flagId);
    },
    override: (flagId) => ownOverrides().get(flagId) ?? project.forEveryone.get(flagId),
    stored,
    hasReadStored: () => person !== undefined,
    ownOverrides,
  };
}

/** Returns the name that an unnamed group type gets from those of a request, which are then learned. */
function newType({ groups, learnGroupTypes }: SubjectParts, projectId: number, typeIndex: number, sent: string[]) {
  const name = groups.typeNamesWith(projectId, sent).get(typeIndex);
  if (name !== undefined) learnGroupTypes(projectId, sent);
  return name;
}

/** Returns by flag the id that keeps its value; stores the anonymous id sent along if there is none yet. */
function keptIds(parts: SubjectParts, projectId: number, asking: Asking, project: ProjectFlags): Map<number, string> {
  const { distinctId, anonDistinctId: anonId } = asking;
  const kept = parts.firstIds.of(projectId, anonId === undefined ? [distinctId] : [distinctId, anonId]);
  if (anonId === undefined || anonId === distinctId) return kept;
  const flags = project.flags.filter((flag) => flag.ensure_experience_continuity && flag.active && !kept.has(flag.id));
  if (flags.length === 0) return kept;
  const flagIds = flags.map((flag) => flag.id);
  parts.firstIds.keep({ projectId, distinctId, firstId: anonId, flagIds });
  for (const flagId of flagIds) kept.set(flagId, anonId);
  return kept;
}

/** Returns the overrides by flag for any id of this person; those of the sent id win. */
export function overridesOf(
  { persons }: Pick<SubjectParts, 'persons'>,
  projectId: number,
  distinctId: string,
  { forPersons }: ProjectFlags,
): ReadonlyMap<number, FlagValue> {
  const found = new Map<number, FlagValue>();
  let ids = persons.idsOf(projectId, distinctId, maxDecideIds + 1);
  if (ids.length > maxDecideIds) {
    const person = persons.idOf(projectId, distinctId);
    ids = [...forPersons.keys()].filter((id) => persons.idOf(projectId, id) === person);
  }
  for (const id of [...ids, distinctId]) {
    for (const [flagId, value] of forPersons.get(id) ?? []) found.set(flagId, value);
  }
  return found;
}
