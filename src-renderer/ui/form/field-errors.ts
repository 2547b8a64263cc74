import { createContext, useContext, useState } from 'react';
import { ApiFailure } from '../../api/errors.ts';

/** Messages by field, named as the server names it: `filters__groups__0__properties__1__value`. */
export type FieldErrors = Record<string, string>;
/** Errors found by the form now (`errors`), by the last save (`submitErrors`), and by the server. */
type ShownErrors = { errors: FieldErrors; serverErrors: FieldErrors; submitErrors: FieldErrors };
/** Returns the field that shows an error of `attr`, or null. */
export type FieldOf = (attr: string) => string | null;

export const FieldErrorsContext = createContext<ShownErrors>({ errors: {}, serverErrors: {}, submitErrors: {} });

/** Returns the error of the field at `path`, from when the field was touched or a save failed on it: not while it is first typed. */
export function useField(path: string) {
  const [touched, setTouched] = useState(false);
  const { errors, serverErrors, submitErrors } = useContext(FieldErrorsContext);
  const error = serverErrors[path] ?? (touched || submitErrors[path] !== undefined ? errors[path] : undefined);
  return { error, onBlur: () => setTouched(true) };
}

/** Finds the field by the start of its name that one of `patterns` matches. */
export const fieldFinder =
  (patterns: readonly RegExp[]): FieldOf =>
  (attr) =>
    patterns.map((pattern) => pattern.exec(attr)?.[0]).find((path) => path !== undefined) ?? null;

/** Returns the message of a failed request under the field it names; empty when it names none of the editor. */
export function serverErrorsOf(error: unknown, fieldOf: FieldOf): FieldErrors {
  if (!(error instanceof ApiFailure) || error.attr === undefined) return {};
  const path = fieldOf(error.attr);
  return path === null ? {} : { [path]: fieldError(path, error.attr, error.detail) };
}

/** Words an error of `attr` at the field of `path`: the API's name of the field itself is left out. */
export const fieldError = (path: string, attr: string, sentence: string): string =>
  path === attr ? sentence.replace(/^`[^`]+` must /, 'Must ') : sentence;
