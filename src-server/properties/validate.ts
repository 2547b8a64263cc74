import { validationError } from '../http/error.ts';
import { InvalidFilterError } from './compile-value.ts';
import type { PropertyFilter } from './contract.ts';
import { compileProperty } from './match-property.ts';

/** Refuses conditions that cannot be evaluated, such as an invalid regex: 400 with the field. `path`: of the list in the body. */
export function validateProperties(filters: readonly PropertyFilter[], path: readonly (string | number)[]): void {
  for (const [index, filter] of filters.entries()) {
    try {
      compileProperty(filter);
    } catch (error) {
      if (!(error instanceof InvalidFilterError)) throw error;
      throw validationError('invalid_input', error.message, [...path, index, 'value'].join('__'));
    }
  }
}
