import { BoundedCache, bytesOfText } from '../../core/bounded-cache.ts';
import type { Element } from './elements.ts';
import type { Condition, EventSubject, Matcher } from './match.ts';

export type MatchIndex<Owner> = {
  /** Reports whether any step can match events of this name. */
  isFor(event: string): boolean;
  /** Returns the owners whose matcher matches, in their order. */
  matching(subject: EventSubject): Owner[];
};

/** A step, and its untested conditions. */
type Entry = { place: number; conditions: Condition[] };
/** Returns the entries whose conditions on the same part of a subject hold, without these. */
type Group = (subject: EventSubject) => readonly Entry[];

/** Values of one property: apps repeat the same hundreds, such as page URLs. */
const valueCacheLimits = { entries: 1000, bytes: 256 * 1024, bytesOf: bytesOfText };
const maxCachedValue = 1000;
/** Names that no step has. */
const otherNames = Symbol('other names');

/**
 * Finds which of many matchers match, by the conditions of their steps: the name, then for each event property the value, then
 * the chain of elements. Caches the verdicts of a value and of a chain, so only steps that may match are tested.
 */
export function createMatchIndex<Owner extends { matcher: Matcher }>(owners: readonly Owner[]): MatchIndex<Owner> {
  const entries = owners.flatMap(({ matcher }, place) => matcher.steps.map((conditions) => ({ place, conditions })));
  const names = new Set(entries.flatMap(({ conditions }) => conditions.flatMap(({ event }) => event ?? [])));
  const groups = new Map([...names, otherNames].map((name) => [name, groupsOf(entries, name)]));
  const groupsFor = (event: string) => groups.get(event) ?? groups.get(otherNames) ?? [];
  return {
    isFor: (event) => groupsFor(event).length > 0,
    matching(subject) {
      const places: number[] = [];
      for (const group of groupsFor(subject.event)) {
        for (const { place, conditions } of group(subject)) {
          if (!places.includes(place) && conditions.every(({ test }) => test(subject))) places.push(place);
        }
      }
      if (places.length > 1) places.sort((one, other) => one - other);
      return places.flatMap((place) => owners[place] ?? []);
    },
  };
}

/** Groups the steps that events of this name may match. */
function groupsOf(all: readonly Entry[], name: string | symbol): Group[] {
  const byProperty = new Map<string, Entry[]>();
  const byElements: Entry[] = [];
  const others: Entry[] = [];
  for (const { place, conditions } of all) {
    if (conditions.some(({ event }) => event !== undefined && event !== name)) continue;
    const entry = { place, conditions: conditions.filter(({ event }) => event === undefined) };
    const reads = entry.conditions.find((condition) => condition.reads !== undefined)?.reads;
    if (reads !== undefined) byProperty.set(reads, [...(byProperty.get(reads) ?? []), entry]);
    else if (entry.conditions.some(isOfElements)) byElements.push(entry);
    else others.push(entry);
  }
  const groups = [...byProperty].map(([key, entries]) => groupByValue(key, entries));
  if (byElements.length > 0) groups.push(groupByElements(byElements));
  if (others.length > 0) groups.push(() => others);
  return groups;
}

function groupByValue(key: string, entries: readonly Entry[]): Group {
  const known = new BoundedCache<string, Entry[]>(valueCacheLimits);
  const isOfKey = ({ reads }: Condition) => reads === key;
  return (subject) => {
    const value = subject.properties()[key];
    if (typeof value !== 'string' || value.length > maxCachedValue) return passing(entries, isOfKey, subject);
    const before = known.get(value);
    if (before !== undefined) return before;
    const found = passing(entries, isOfKey, subject);
    known.set(value, found);
    return found;
  };
}

const isOfElements = ({ field }: Condition) => field === 'element' || field === 'selector';

/** Groups entries with conditions on elements; caches by chain, as the same chain is the same array. */
function groupByElements(entries: readonly Entry[]): Group {
  const known = new WeakMap<Element[], Entry[]>();
  return (subject) => {
    const elements = subject.elements();
    const before = known.get(elements);
    if (before !== undefined) return before;
    const found = passing(entries, isOfElements, subject);
    known.set(elements, found);
    return found;
  };
}

function passing(
  entries: readonly Entry[],
  isTested: (condition: Condition) => boolean,
  subject: EventSubject,
): Entry[] {
  return entries
    .filter(({ conditions }) => conditions.every((condition) => !isTested(condition) || condition.test(subject)))
    .map(({ place, conditions }) => ({ place, conditions: conditions.filter((condition) => !isTested(condition)) }));
}
