import { flagChange } from './contract.ts';

const kinds = flagChange.shape.kind.exclude(['created', 'override_set', 'override_cleared']).options;

/** Selects the `flag_changes` with a flag's state before and after them. */
export const stateChangeSql = `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
