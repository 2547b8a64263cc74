import { validationError } from '../http/error.ts';
import type { FlagAudience } from './contract.ts';
import { compileFlag, InvalidConditionError, unsavedFlag } from './evaluation/evaluate.ts';

/** Refuses conditions that cannot be evaluated, such as an invalid regex. `prefix`: the path of the filters in the body. */
export function validateFlagFilters(filters: FlagAudience, now: () => number, prefix: string[] = []): void {
  try {
    compileFlag({ ...unsavedFlag, filters: { multivariate: null, payloads: {}, ...filters } }, now);
  } catch (error) {
    if (!(error instanceof InvalidConditionError)) throw error;
    throw validationError('invalid_input', error.message, [...prefix, 'filters', ...error.path].join('__'));
  }
}
