import { ApiFailure } from '../../api/errors.ts';
import type { FieldProblems } from '../../ui/form/field-problems.ts';

const fields = [
  /^(?:key|name)$/,
  /^filters__groups__\d+__(?:rollout_percentage|variant)$/,
  /^filters__groups__\d+__properties__\d+__(?:key|operator|value)/,
  /^filters__multivariate__variants(?:__\d+__(?:key|name|rollout_percentage))?$/,
  /^filters__payloads__.+/s,
  /^filters__aggregation_group_type_index$/,
];

/** The field of the editor that shows a problem with `attr`; null when none does. */
export function fieldOf(attr: string): string | null {
  for (const field of fields) {
    const path = field.exec(attr)?.[0];
    if (path !== undefined) return path;
  }
  return null;
}

/** What a refusal says about one field of the editor; empty when it is about none. */
export function refusedField(error: unknown): FieldProblems {
  if (!(error instanceof ApiFailure) || error.attr === undefined) return {};
  const path = fieldOf(error.attr);
  return path === null ? {} : { [path]: error.detail };
}
