import { createContext, useContext, useState } from 'react';
import { ApiFailure } from '../../api/errors.ts';

/** What is wrong by field, named as the server names it: `filters__groups__0__properties__1__value`. */
export type FieldProblems = Record<string, string>;
/** What the fields of the editor show. `refused` comes from the server; `judged` are the problems that a save ran into. */
export type Shown = { problems: FieldProblems; refused: FieldProblems; judged: FieldProblems };
/** The field of an editor that shows a problem with `attr`; null when none does. */
export type FieldOf = (attr: string) => string | null;

export const FieldProblemsContext = createContext<Shown>({ problems: {}, refused: {}, judged: {} });

/** The problem of the field at `path`; quiet until the field was left or a save ran into it, so that typing is not scolded. */
export function useField(path: string) {
  const [wasLeft, setWasLeft] = useState(false);
  const { problems, refused, judged } = useContext(FieldProblemsContext);
  const error = refused[path] ?? (wasLeft || judged[path] !== undefined ? problems[path] : undefined);
  return { error, onBlur: () => setWasLeft(true) };
}

/** Finds the field by the start of its name that one of `patterns` matches. */
export const fieldFinder =
  (patterns: readonly RegExp[]): FieldOf =>
  (attr) =>
    patterns.map((pattern) => pattern.exec(attr)?.[0]).find((path) => path !== undefined) ?? null;

/** What a refusal says about one field of the editor; empty when it is about none. */
export function refusedField(error: unknown, fieldOf: FieldOf): FieldProblems {
  if (!(error instanceof ApiFailure) || error.attr === undefined) return {};
  const path = fieldOf(error.attr);
  return path === null ? {} : { [path]: error.detail };
}
