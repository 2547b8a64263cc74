import type { z } from 'zod';
import { issueSentence } from '#server/core/issue-contract.ts';
import { type FieldErrors, type FieldOf, fieldError } from './field-errors.ts';

/** Returns the errors of a form with what the contract finds wrong in its other fields. */
export function withIssues(own: FieldErrors, schema: z.ZodType, input: unknown, fieldOf?: FieldOf): FieldErrors {
  const errors = { ...own };
  for (const issue of schema.safeParse(input).error?.issues ?? []) {
    const path = issue.path.join('__');
    const field = fieldOf?.(path) ?? path;
    errors[field] ??= fieldError(field, path, issueSentence(issue));
  }
  return errors;
}
