import type { FlagCondition, FlagState, FlagVariant } from '#server/flags/contract.ts';
import { propertyWords } from '../../properties/operators.ts';
import type { FieldChange } from '../../ui/json/change-item.tsx';
import { percentText } from '../test/position.ts';

/** What differs between two states of a flag, in the order of the editor; empty when nothing does. */
export function flagChanges(before: FlagState, after: FlagState): FieldChange[] {
  const [old, now] = [before.filters, after.filters];
  return [
    ...switched(before.deleted, after.deleted, 'deleted', 'brought back'),
    ...switched(before.active, after.active, 'turned on', 'turned off'),
    ...valueChange('key', before.key, after.key),
    ...valueChange('description', before.name, after.name),
    ...switched(
      before.ensure_experience_continuity,
      after.ensure_experience_continuity,
      'experience kept for a person when it logs in',
      'experience no longer kept when a person logs in',
    ),
    ...valueChange('bucketed by', subjectWords(old), subjectWords(now)),
    ...variantChanges(variantsOf(old), variantsOf(now)),
    ...conditionChanges(old.groups, now.groups),
    ...payloadChanges(old.payloads, now.payloads),
  ];
}

/** A condition in words: "plan is pro and country is not DE, 50%, variant test". */
export function conditionWords({ properties, rollout_percentage, variant }: FlagCondition): string {
  return [
    audienceWords(properties),
    rolloutWords(rollout_percentage),
    ...(variant === null ? [] : [`variant ${variant}`]),
  ].join(', ');
}

type Filters = FlagState['filters'];
const variantsOf = (filters: Filters): FlagVariant[] => filters.multivariate?.variants ?? [];
const rolloutWords = (percent: number | null) => percentText(percent ?? 100);

function audienceWords(properties: FlagCondition['properties']): string {
  return properties.length === 0
    ? 'everybody'
    : properties.map(({ key, operator, value }) => propertyWords({ key, operator, value })).join(' and ');
}

function subjectWords({ aggregation_group_type_index: index }: Filters): string {
  return index === null ? 'person' : `group of type ${index}`;
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
  const words = ({ rollout_percentage }: FlagVariant) => percentText(rollout_percentage);
  const list = (variants: FlagVariant[]) => variants.map((variant) => `${variant.key} ${words(variant)}`).join(', ');
  const added = after.filter(({ key }) => one(before, key) === undefined);
  const removed = before.filter(({ key }) => one(after, key) === undefined);
  const kept = after.flatMap((now) => {
    const old = one(before, now.key);
    return old === undefined ? [] : [{ old, now }];
  });
  const reweighted = kept.filter(({ old, now }) => words(old) !== words(now));
  const isReordered = added.length + removed.length === 0 && keys(before) !== keys(after);
  return [
    ...added.map((variant) => ({ what: `variant ${variant.key} added`, before: null, after: words(variant) })),
    ...removed.map((variant) => ({ what: `variant ${variant.key} removed`, before: words(variant), after: null })),
    ...kept.flatMap(({ old, now }) => valueChange(`description of variant ${now.key}`, old.name, now.name)),
    ...(isReordered ? valueChange('order of variants', keys(before), keys(after)) : []),
    ...(reweighted.length > 0 ? valueChange('variant weights', list(before), list(after)) : []),
  ];
}

function conditionChanges(before: FlagCondition[], after: FlagCondition[]): FieldChange[] {
  const texts = { before: before.map(conditionWords), after: after.map(conditionWords) };
  const isReordered = texts.before.toSorted().join('\n') === texts.after.toSorted().join('\n');
  if (isReordered) {
    return valueChange('order of conditions', texts.before.join(' · '), texts.after.join(' · '));
  }
  return pairs(texts.before, texts.after).flatMap(([from, to]) => {
    const [old, now] = [from === null ? undefined : before[from], to === null ? undefined : after[to]];
    if (old === undefined) {
      return now === undefined
        ? []
        : [{ what: `condition ${(to ?? 0) + 1} added`, before: null, after: conditionWords(now) }];
    }
    if (now === undefined) {
      return [{ what: `condition ${(from ?? 0) + 1} removed`, before: conditionWords(old), after: null }];
    }
    const name = `condition ${(to ?? 0) + 1}`;
    return [
      ...valueChange(`properties of ${name}`, audienceWords(old.properties), audienceWords(now.properties)),
      ...valueChange(`rollout of ${name}`, rolloutWords(old.rollout_percentage), rolloutWords(now.rollout_percentage)),
      ...valueChange(`variant fixed by ${name}`, old.variant ?? 'none', now.variant ?? 'none'),
    ];
  });
}

/** Which entry became which: what is alike at both ends stays itself, what is between is paired in order. */
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
    valueChange(key === 'true' ? 'payload' : `payload of ${key}`, before[key] ?? 'none', after[key] ?? 'none'),
  );
}
