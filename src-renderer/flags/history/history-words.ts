import { type FlagChange, type FlagVersion, variantsOf } from '#server/flags/contract.ts';
import type { FieldChange } from '../../ui/json/change-item.tsx';
import { valueWords } from '../reason-words.ts';
import { splitWords } from '../variants/variant-weights.ts';
import { conditionWords, flagChanges } from './changes.ts';
import { changeNames, words } from './words.tsx';

type Side = FlagChange['before'];
type Override = { distinct_id: string | null; value: boolean | string };

/** Returns one side of a change as a version of the flag; null when there is none, or for an override. */
export function stateOf(side: Side): FlagVersion | null {
  return side !== null && 'filters' in side && 'key' in side ? (side as FlagVersion) : null;
}

/** Names what happened. */
export function flagChangeWords({ kind, before, after }: FlagChange): string {
  switch (kind) {
    case 'created':
      return words.kinds.created;
    case 'deleted':
      return words.kinds.deleted;
    case 'restored':
      return words.kinds.restored;
    case 'override_set':
      return words.kinds.overrideSet(targetWords(after));
    case 'override_cleared':
      return words.kinds.overrideCleared(targetWords(before));
    default:
      return words.kinds.updated;
  }
}

/** Returns what a change did, field by field; for a new flag, its first values. */
export function fieldChanges({ kind, before, after }: FlagChange): FieldChange[] {
  if (kind === 'override_set' || kind === 'override_cleared') {
    const [old, now] = [overrideOf(before), overrideOf(after)];
    const words = (override: Override | null) => (override === null ? null : valueWords(override.value));
    return [{ what: changeNames.serves, before: words(old), after: words(now) }];
  }
  const [old, now] = [stateOf(before), stateOf(after)];
  if (now === null) return [];
  return old === null ? firstState(now) : flagChanges(old, now).filter(({ what }) => !namedByKind.has(what));
}

const namedByKind = new Set<string>([changeNames.deleted, changeNames.restored]);

function firstState({ key, active, filters }: FlagVersion): FieldChange[] {
  const variants = variantsOf(filters);
  const added = (what: string, after: string): FieldChange => ({ what, before: null, after });
  return [
    added(changeNames.key, key),
    ...(active ? [] : [{ what: changeNames.turnedOff, before: null, after: null }]),
    ...filters.groups.map((condition, index) => added(changeNames.condition(index), conditionWords(condition))),
    ...(variants.length === 0 ? [] : [added(changeNames.variants, splitWords(variants))]),
  ];
}

function overrideOf(side: Side): Override | null {
  return side !== null && 'value' in side ? (side as Override) : null;
}

function targetWords(side: Side): string {
  return overrideOf(side)?.distinct_id ?? changeNames.everyone;
}
