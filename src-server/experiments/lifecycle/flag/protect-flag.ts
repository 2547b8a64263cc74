import { type FlagState, variantsOf } from '../../../flags/contract.ts';
import { validationError } from '../../../http/error.ts';

/** Throws a 400 by field for a change of a flag that would break the experiment that runs on it. Weights may change. */
export function requireRunIntact(running: string, before: FlagState, after: FlagState): void {
  const refuse = (what: string, attr: string) => {
    const detail = `The experiment "${running}" is running on this flag, so ${what}. Stop or reset the experiment first.`;
    throw validationError('invalid_input', detail, attr);
  };
  if (after.deleted && !before.deleted) refuse('the flag cannot be deleted', 'deleted');
  if (after.key !== before.key) refuse('its key cannot change', 'key');
  // Another id reassigns all variants.
  if (after.filters.aggregation_group_type_index !== before.filters.aggregation_group_type_index)
    refuse('it must keep deciding by the same id', 'filters__aggregation_group_type_index');
  // Another order moves people to other variants.
  const keysOf = ({ filters }: FlagState) => variantsOf(filters).map(({ key }) => key);
  if (JSON.stringify(keysOf(after)) !== JSON.stringify(keysOf(before)))
    refuse('its variants must keep their keys and order', 'filters__multivariate__variants');
}
