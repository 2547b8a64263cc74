import type { FlagChange, FlagState } from '#server/flags/contract.ts';
import type { FieldChange } from '../../ui/json/change-item.tsx';
import { valueWords } from '../reasons.ts';
import { percentText } from '../test/position.ts';
import { conditionWords, flagChanges } from './changes.ts';

type Side = FlagChange['before'];
type Override = { distinct_id: string | null; value: boolean | string };

/** A side of a change as a state of the flag; null where there is none, or it is an override's. */
export function stateOf(side: Side): FlagState | null {
  return side !== null && 'filters' in side && 'key' in side ? (side as FlagState) : null;
}

/** What happened, in a few words. */
export function changeWords({ kind, before, after }: FlagChange): string {
  switch (kind) {
    case 'created':
      return 'Created';
    case 'deleted':
      return 'Deleted';
    case 'restored':
      return 'Brought back';
    case 'override_set':
      return `Override set for ${targetWords(after)}`;
    case 'override_cleared':
      return `Override cleared for ${targetWords(before)}`;
    default:
      return 'Changed';
  }
}

/** What it changed, field by field; of a new flag, what it was made with. */
export function changeChanges({ kind, before, after }: FlagChange): FieldChange[] {
  if (kind === 'override_set' || kind === 'override_cleared') {
    const [old, now] = [overrideOf(before), overrideOf(after)];
    const words = (override: Override | null) => (override === null ? null : valueWords(override.value));
    return [{ what: 'serves', before: words(old), after: words(now) }];
  }
  const [old, now] = [stateOf(before), stateOf(after)];
  if (now === null) return [];
  return old === null ? firstState(now) : flagChanges(old, now).filter(({ what }) => !saidByKind.has(what));
}

const saidByKind = new Set(['deleted', 'brought back']);

function firstState({ key, active, filters }: FlagState): FieldChange[] {
  const variants = filters.multivariate?.variants ?? [];
  const added = (what: string, after: string): FieldChange => ({ what, before: null, after });
  return [
    added('key', key),
    ...(active ? [] : [{ what: 'turned off', before: null, after: null }]),
    ...filters.groups.map((condition, index) => added(`condition ${index + 1}`, conditionWords(condition))),
    ...(variants.length === 0
      ? []
      : [
          added(
            'variants',
            variants.map((variant) => `${variant.key} ${percentText(variant.rollout_percentage)}`).join(', '),
          ),
        ]),
  ];
}

function overrideOf(side: Side): Override | null {
  return side !== null && 'value' in side ? (side as Override) : null;
}

function targetWords(side: Side): string {
  return overrideOf(side)?.distinct_id ?? 'everyone';
}
