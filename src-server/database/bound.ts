import type { Database } from './open.ts';

/** Binds reading functions to the database that they read. */
export function boundTo<Reads extends Record<string, (database: Database, args: never) => unknown>>(
  database: Database,
  reads: Reads,
): Bound<Reads> {
  const bound = Object.entries(reads).map(([name, read]) => [name, (args: never) => read(database, args)]);
  return Object.fromEntries(bound) as Bound<Reads>;
}

type Bound<Reads> = {
  [Name in keyof Reads]: Reads[Name] extends (database: Database, args: infer Args) => infer Result
    ? (args: Args) => Result
    : never;
};
