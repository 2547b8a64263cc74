import type { FindingKind } from '#server/database/storage/contract.ts';

/** A rescue restored the data; all other findings need a decision. */
export const findingTone = (kind: FindingKind) => (kind === 'rescued' ? 'warning' : 'danger');
