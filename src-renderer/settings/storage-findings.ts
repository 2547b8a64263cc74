import type { FindingKind } from '#server/database/storage/contract.ts';

/** A rescue put the data back; everything else needs a decision. */
export const findingTone = (kind: FindingKind) => (kind === 'rescued' ? 'warning' : 'danger');
