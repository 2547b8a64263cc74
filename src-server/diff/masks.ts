import type { DiffMask, MaskOrigin } from './contract.ts';
import { type Difference, propertyOf } from './differences-contract.ts';

/** Properties that SDKs set anew for each event, session or page. Their values are not compared; their presence and type are. */
export const sdkMasks: readonly string[] = [
  '$anon_distinct_id',
  '$device_id',
  '$insert_id',
  '$pageview_id',
  '$prev_pageview_duration',
  '$prev_pageview_id',
  '$sdk_debug_current_session_duration',
  '$sdk_debug_session_start',
  '$sent_at',
  '$session_id',
  '$time',
  '$timestamp',
  '$user_id',
  '$window_id',
  'distinct_id',
  'token',
];

/** Why the values of a property are not compared (null: they are), and the own mask that decided. */
export type Masked = { mask: MaskOrigin | null; own_mask: DiffMask | null };
const unmasked: Masked = { mask: null, own_mask: null };

/**
 * Says whether a difference counts. A mask covers the value of a property, which of an object is all that it contains, but neither
 * the property's presence nor its type. Own masks win over the others, one of an event over one of all. `buildProperty`: the one
 * that names the build of a side.
 */
export function createMasks(own: readonly DiffMask[], buildProperty?: string) {
  const internal = new Set(sdkMasks);
  const byName = new Map(own.map((mask) => [keyOf(mask.event, mask.property), mask]));
  const ofValue = (event: string, path: readonly string[], isLearned = () => false): Masked => {
    // A mask of an object covers everything in it.
    const names = path.map((_, index) => propertyOf(path.slice(0, index + 1))).toReversed();
    for (const owner of [event, null]) {
      const found = names.map((name) => byName.get(keyOf(owner, name))).find((mask) => mask !== undefined);
      if (found !== undefined) return { mask: found.is_masked ? 'own' : null, own_mask: found };
    }
    if (names.some((name) => internal.has(name))) return { mask: 'sdk', own_mask: null };
    if (propertyOf(path) === buildProperty) return { mask: 'build', own_mask: null };
    return isLearned() ? { mask: 'learned', own_mask: null } : unmasked;
  };
  const ofPresence = (event: string, path: readonly string[]): Masked => {
    const around = path.length > 1 ? ofValue(event, path.slice(0, -1)) : unmasked;
    if (around.mask === null) return unmasked;
    const own = ofValue(event, path);
    return own.mask === null ? own : around;
  };
  return (event: string, { path, kind }: Pick<Difference, 'path' | 'kind'>, isLearned: () => boolean): Masked =>
    kind === 'value' ? ofValue(event, path, isLearned) : ofPresence(event, path);
}

export type MaskOf = ReturnType<typeof createMasks>;

const keyOf = (event: string | null, property: string) => JSON.stringify([event, property]);
