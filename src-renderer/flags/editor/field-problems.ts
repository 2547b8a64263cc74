import { createContext, useContext, useState } from 'react';
import { ApiFailure } from '../../api/errors.ts';
import type { FieldProblems } from './flag-form-problems.ts';

/** What the fields of the editor show. `refused` comes from the server; `judged` are the problems that a save ran into. */
export type Shown = { problems: FieldProblems; refused: FieldProblems; judged: FieldProblems };

export const FieldProblemsContext = createContext<Shown>({ problems: {}, refused: {}, judged: {} });

/** The problem of the field at `path`; quiet until the field was left or a save ran into it, so that typing is not scolded. */
export function useField(path: string) {
  const [wasLeft, setWasLeft] = useState(false);
  const { problems, refused, judged } = useContext(FieldProblemsContext);
  const error = refused[path] ?? (wasLeft || judged[path] !== undefined ? problems[path] : undefined);
  return { error, onBlur: () => setWasLeft(true) };
}

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
