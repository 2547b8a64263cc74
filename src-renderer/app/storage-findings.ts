import type { FindingKind } from '#server/database/contract.ts';

/** The first words about what was found wrong with the stored data; the server's own sentences follow. */
export const findingTitles = {
  missing: 'The database was missing.',
  empty: 'The database file was empty.',
  events_missing: 'Stored events are missing.',
  other_database: 'This is another database than before.',
  damaged: 'The database is damaged.',
  rescued: 'The database was saved.',
  deleted: 'The database was deleted.',
  replaced: 'The database was replaced.',
  overwritten: 'The database was overwritten.',
} as const satisfies Record<FindingKind, string>;

/** A rescue put the data back; everything else needs a decision. */
export const findingTone = (kind: FindingKind) => (kind === 'rescued' ? 'warning' : 'danger');
