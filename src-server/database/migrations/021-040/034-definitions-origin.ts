/** Id of the data folder that the definitions come from; no row: this one. taken_at: when they last differed. */
export const definitionsOrigin = `
  CREATE TABLE definitions_origin (
    source TEXT NOT NULL,
    taken_at INTEGER NOT NULL
  ) STRICT;
`;
