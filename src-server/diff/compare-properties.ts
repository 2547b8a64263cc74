import { parseJson } from '../core/json/parse-json-contract.ts';
import { sumOf } from '../core/sum-contract.ts';
import { cutText } from '../core/text/cut-text.ts';
import { withoutProjectKeys } from '../events/properties/project-keys.ts';
import { propertyTypeOf } from '../events/properties/property-type-contract.ts';
import { maxShownValue, type PropertyDifference } from './contract.ts';
import { type Difference, differencesOf } from './differences-contract.ts';
import type { MaskOf } from './masks.ts';
import { Volatility } from './volatile.ts';

/** `properties`: JSON. */
type Compared = { uuid: string; properties: string };
type Pair = readonly [old: string, now: string];
type Found = Omit<PropertyDifference, 'mask' | 'own_mask' | 'compared'> & { volatility: Volatility | null };

/** Examples of each difference. */
const maxExamples = 3;

/** Collects the differences between pairs of events, by event name, place and kind. */
export class PropertyComparison {
  readonly #compared = new Map<string, Pair[]>();
  readonly #found = new Map<string, Found>();

  get pairs(): number {
    return sumOf([...this.#compared.values()].map(({ length }) => length));
  }

  add(event: string, old: Compared, now: Compared): void {
    const pairs = this.#compared.get(event);
    const pair = [old.properties, now.properties] as const;
    if (pairs === undefined) this.#compared.set(event, [pair]);
    else pairs.push(pair);
    if (old.properties === now.properties) return;
    for (const difference of differencesOf(comparedIn(old), comparedIn(now))) {
      const { path, kind } = difference;
      const types = typesOf(difference);
      const key = JSON.stringify([event, path, kind, types.old_type, types.new_type]);
      const found = this.#found.get(key) ?? this.#start(key, { event, path, kind, ...types });
      found.differing += 1;
      found.volatility?.add([difference.old, difference.new]);
      if (found.examples.length === maxExamples) continue;
      found.examples.push({ ...shownValues(difference), old_uuid: old.uuid, new_uuid: now.uuid });
    }
  }

  /** Returns the differences, unmasked ones first. */
  differences(maskOf: MaskOf): PropertyDifference[] {
    const all = [...this.#found.values()].map(({ volatility, ...found }): PropertyDifference => {
      const pairs = this.#compared.get(found.event) ?? [];
      const isLearned = () => volatility?.isVolatile(() => pairsWith(pairs, found.path)) === true;
      return { ...found, compared: pairs.length, ...maskOf(found.event, found, isLearned) };
    });
    const rank = ({ mask }: PropertyDifference) => (mask === null ? 0 : 1);
    return all.toSorted((one, other) => rank(one) - rank(other) || one.event.localeCompare(other.event));
  }

  #start(key: string, place: Pick<Found, 'event' | 'path' | 'kind' | 'old_type' | 'new_type'>): Found {
    const volatility = place.kind === 'value' ? new Volatility() : null;
    const found: Found = { ...place, differing: 0, examples: [], volatility };
    this.#found.set(key, found);
    return found;
  }
}

const comparedIn = ({ properties }: Compared) => withoutProjectKeys(parseJson(properties));

/** Counts the pairs of which both have the last key of a path, in any place: at least as many as have the property. */
function pairsWith(pairs: readonly Pair[], path: readonly string[]): number {
  const key = `${JSON.stringify(path.at(-1))}:`;
  return pairs.filter((pair) => pair.every((json) => json.includes(key))).length;
}

export const typesOf = ({ old, new: now }: Difference) => ({
  old_type: old === undefined ? null : propertyTypeOf(old),
  new_type: now === undefined ? null : propertyTypeOf(now),
});

export function shownValues({ old, new: now }: Difference) {
  const [before, after] = [shown(old), shown(now)];
  return { old: before.text, new: after.text, is_old_cut: before.isCut, is_new_cut: after.isCut };
}

function shown(value: unknown): { text: string | null; isCut: boolean } {
  if (value === undefined) return { text: null, isCut: false };
  const text = JSON.stringify(value);
  return { text: cutText(text, maxShownValue), isCut: text.length > maxShownValue };
}
