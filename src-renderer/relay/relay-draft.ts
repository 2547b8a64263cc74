import type { JsonObject } from '#server/core/contract.ts';
import type { Relay } from '#server/relay/contract.ts';
import { type PropertyRow, propertyInputOf, rowOf } from '../actions/editor/action-form.ts';
import { propertyErrors } from '../properties/property-errors.ts';
import { fieldFinder } from '../ui/form/field-errors.ts';
import type { EditRules } from '../ui/form/use-edit-form.ts';

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

type RelayInput = {
  address: string | null;
  api_key: string | undefined;
  allow_local: boolean;
  filter: JsonObject;
};

export const filterOf = ({ any, none, rows, includesTestRuns }: RelayDraft): JsonObject => ({
  event_any: any,
  event_none: none,
  properties: rows.map(propertyInputOf),
  includes_test_runs: includesTestRuns,
});

export const relayRules: EditRules<Relay, RelayDraft, RelayInput> = {
  formOf: ({ address, allow_local: allowLocal, filter }, sent) => ({
    address: address ?? '',
    key: '',
    allowLocal,
    any: filter.event_any,
    none: filter.event_none,
    rows: filter.properties.map((property, index) => rowOf(property, sent?.rows[index]?.id ?? crypto.randomUUID())),
    includesTestRuns: filter.includes_test_runs,
  }),
  inputOf: (draft) => ({
    address: draft.address.trim() || null,
    api_key: draft.key.trim() || undefined,
    allow_local: draft.allowLocal,
    filter: filterOf(draft),
  }),
  validate: ({ rows }) => propertyErrors(rows, 'filter__properties'),
  fieldOf: fieldFinder([
    /^(?:address|api_key|filter__event_any|filter__event_none)(?=$|__)/,
    /^filter__properties__\d+__(?:key|operator|value)/,
  ]),
};
