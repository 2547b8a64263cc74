/** The data folder whose definitions this one has, by an id; no row: its own. taken_at: when they last differed. */
export const definitionsOrigin = `
  CREATE TABLE definitions_origin (
    source TEXT NOT NULL,
    taken_at INTEGER NOT NULL
  ) STRICT;
`;
