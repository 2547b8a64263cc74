import { createContext, useContext, useState } from 'react';

/** What is wrong by field, named as the server names it: `filters__groups__0__properties__1__value`. */
export type FieldProblems = Record<string, string>;
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
