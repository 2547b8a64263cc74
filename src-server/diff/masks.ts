import type { DiffMask, MaskOrigin } from './contract.ts';
import { propertyOf } from './differences-contract.ts';

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
export const unmasked: Masked = { mask: null, own_mask: null };

/**
 * Says whether the values of a property are compared. Own masks win over the others, one of an event over one of all.
 * `buildProperty`: the one that names the build of a side.
 */
export function createMasks(own: readonly DiffMask[], buildProperty?: string) {
  const internal = new Set(sdkMasks);
  const byName = new Map(own.map((mask) => [keyOf(mask.event, mask.property), mask]));
  return (event: string, path: readonly string[], isLearned: () => boolean): Masked => {
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
}

export type MaskOf = ReturnType<typeof createMasks>;

const keyOf = (event: string | null, property: string) => JSON.stringify([event, property]);
