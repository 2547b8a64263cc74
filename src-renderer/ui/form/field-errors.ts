import { ApiFailure } from '../../api/errors.ts';

/** What the server found wrong, by field of the form; empty when that is none of `fields`. */
export function fieldErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  if (!(error instanceof ApiFailure) || error.attr === undefined || !fields.includes(error.attr)) return {};
  return { [error.attr]: error.detail };
}
