import type { Relay } from '#server/relay/contract.ts';
import { type PropertyRow, propertyInputOf, rowOf } from '../actions/editor/action-form.ts';

export type SavedRelay = Pick<Relay, 'address' | 'api_key' | 'allow_local' | 'filter'>;
/** `key` is empty while the saved one stays. */
export type RelayDraft = {
  address: string;
  key: string;
  allowLocal: boolean;
  any: string[];
  none: string[];
  rows: PropertyRow[];
  includesTestRuns: boolean;
};

export const savedOf = ({ address, api_key, allow_local, filter }: Relay): SavedRelay => ({
  address,
  api_key,
  allow_local,
  filter,
});

export const draftOf = ({ address, allow_local: allowLocal, filter }: SavedRelay): RelayDraft => ({
  address: address ?? '',
  key: '',
  allowLocal,
  any: filter.event_any,
  none: filter.event_none,
  rows: filter.properties.map((property) => rowOf(property, crypto.randomUUID())),
  includesTestRuns: filter.includes_test_runs,
});

export const filterOf = ({ any, none, rows, includesTestRuns }: RelayDraft) => ({
  event_any: any,
  event_none: none,
  properties: rows.map(propertyInputOf),
  includes_test_runs: includesTestRuns,
});

/** The fields of a draft that differ from what is saved. */
export function changedFields(draft: RelayDraft, saved: SavedRelay) {
  const before = draftOf(saved);
  const filter = filterOf(draft);
  return {
    ...(draft.address.trim() !== before.address && { address: draft.address.trim() || null }),
    ...(draft.key.trim() !== '' && { api_key: draft.key.trim() }),
    ...(draft.allowLocal !== before.allowLocal && { allow_local: draft.allowLocal }),
    ...(JSON.stringify(filter) !== JSON.stringify(filterOf(before)) && { filter }),
  };
}
