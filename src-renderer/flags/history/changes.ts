import { type FlagCondition, type FlagVariant, type FlagVersion, variantsOf } from '#server/flags/contract.ts';
import { propertyWords } from '../../properties/operators.ts';
import type { FieldChange } from '../../ui/json/change-item.tsx';
import { formatRollout } from '../test/position.ts';
import { splitWords } from '../variants/variant-weights.ts';
import { changeNames } from './words.tsx';

/** Returns the differences of two versions of a flag, in the order of the editor. */
export function flagChanges(before: FlagVersion, after: FlagVersion): FieldChange[] {
  const [old, now] = [before.filters, after.filters];
  return [
    ...switched(before.deleted, after.deleted, changeNames.deleted, changeNames.restored),
    ...switched(before.active, after.active, changeNames.turnedOn, changeNames.turnedOff),
    ...valueChange(changeNames.key, before.key, after.key),
    ...valueChange(changeNames.description, before.name, after.name),
    ...labelChanges(before, after),
    ...switched(
      before.ensure_experience_continuity,
      after.ensure_experience_continuity,
      changeNames.persistenceOn,
      changeNames.persistenceOff,
    ),
    ...valueChange(changeNames.matchedBy, subjectWords(old), subjectWords(now)),
    ...variantChanges(variantsOf(old), variantsOf(now)),
    ...conditionChanges(old.groups, now.groups),
    ...payloadChanges(old.payloads, now.payloads),
  ];
}

/** Returns none if one version is from before flags had labels. */
function labelChanges(before: FlagVersion, after: FlagVersion): FieldChange[] {
  if (before.tags === undefined || after.tags === undefined) return [];
  return [
    ...valueChange(changeNames.tags, before.tags.join(', '), after.tags.join(', ')),
    ...(before.owner_id === after.owner_id ? [] : [{ what: changeNames.owner, before: null, after: null }]),
  ];
}

/** Describes a condition: "plan is pro and country is not DE, 50%, variant test". */
export function conditionWords({ properties, rollout_percentage, variant }: FlagCondition): string {
  return [
    audienceWords(properties),
    rolloutWords(rollout_percentage),
    ...(variant === null ? [] : [changeNames.variant(variant)]),
  ].join(', ');
}

type Filters = FlagVersion['filters'];
const rolloutWords = (percent: number | null) => formatRollout(percent ?? 100);

function audienceWords(properties: FlagCondition['properties']): string {
  return properties.length === 0
    ? changeNames.everyone
    : properties.map(({ key, operator, value }) => propertyWords({ key, operator, value })).join(changeNames.and);
}

function subjectWords({ aggregation_group_type_index: index }: Filters): string {
  return index === null ? changeNames.person : changeNames.group(index);
}

function switched(before: boolean, after: boolean, on: string, off: string): FieldChange[] {
  return before === after ? [] : [{ what: after ? on : off, before: null, after: null }];
}

function valueChange(what: string, before: string | null, after: string | null): FieldChange[] {
  return before === after ? [] : [{ what, before, after }];
}

function variantChanges(before: FlagVariant[], after: FlagVariant[]): FieldChange[] {
  const one = (variants: FlagVariant[], key: string) => variants.find((variant) => variant.key === key);
  const keys = (variants: FlagVariant[]) => variants.map(({ key }) => key).join(', ');
  const words = ({ rollout_percentage }: FlagVariant) => formatRollout(rollout_percentage);
  const added = after.filter(({ key }) => one(before, key) === undefined);
  const removed = before.filter(({ key }) => one(after, key) === undefined);
  const kept = after.flatMap((now) => {
    const old = one(before, now.key);
    return old === undefined ? [] : [{ old, now }];
  });
  const reweighted = kept.filter(({ old, now }) => words(old) !== words(now));
  const isReordered = added.length + removed.length === 0 && keys(before) !== keys(after);
  return [
    ...added.map((variant) => ({ what: changeNames.variantAdded(variant.key), before: null, after: words(variant) })),
    ...removed.map((variant) => ({
      what: changeNames.variantRemoved(variant.key),
      before: words(variant),
      after: null,
    })),
    ...kept.flatMap(({ old, now }) => valueChange(changeNames.variantDescription(now.key), old.name, now.name)),
    ...(isReordered ? valueChange(changeNames.variantOrder, keys(before), keys(after)) : []),
    ...(reweighted.length > 0 ? valueChange(changeNames.variantWeights, splitWords(before), splitWords(after)) : []),
  ];
}

function conditionChanges(before: FlagCondition[], after: FlagCondition[]): FieldChange[] {
  const texts = { before: before.map(conditionWords), after: after.map(conditionWords) };
  const isReordered = texts.before.toSorted().join('\n') === texts.after.toSorted().join('\n');
  if (isReordered) {
    return valueChange(changeNames.conditionOrder, texts.before.join(' · '), texts.after.join(' · '));
  }
  return pairs(texts.before, texts.after).flatMap(([from, to]) => {
    const [old, now] = [from === null ? undefined : before[from], to === null ? undefined : after[to]];
    if (old === undefined) {
      return now === undefined
        ? []
        : [
            {
              what: changeNames.conditionAdded(changeNames.condition(to ?? 0)),
              before: null,
              after: conditionWords(now),
            },
          ];
    }
    if (now === undefined) {
      return [
        {
          what: changeNames.conditionRemoved(changeNames.condition(from ?? 0)),
          before: conditionWords(old),
          after: null,
        },
      ];
    }
    const name = changeNames.condition(to ?? 0);
    return [
      ...valueChange(changeNames.properties(name), audienceWords(old.properties), audienceWords(now.properties)),
      ...valueChange(
        changeNames.rollout(name),
        rolloutWords(old.rollout_percentage),
        rolloutWords(now.rollout_percentage),
      ),
      ...valueChange(changeNames.fixedVariant(name), old.variant ?? changeNames.none, now.variant ?? changeNames.none),
    ];
  });
}

/** Pairs old and new entries: equal ones at both ends stay, those between are paired in order. */
function pairs(before: string[], after: string[]): [number | null, number | null][] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const middle = Math.max(before.length, after.length) - tail;
  return Array.from({ length: middle - head }, (_, offset) => {
    const index = head + offset;
    return [index < before.length - tail ? index : null, index < after.length - tail ? index : null];
  });
}

function payloadChanges(before: Record<string, string>, after: Record<string, string>): FieldChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) =>
    valueChange(
      key === 'true' ? changeNames.payload : changeNames.payloadOf(key),
      before[key] ?? changeNames.none,
      after[key] ?? changeNames.none,
    ),
  );
}
