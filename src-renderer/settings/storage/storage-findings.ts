import type { FindingKind } from '#server/database/storage/contract.ts';

/** Returns the tone of a finding; a rescue restored the data, all others need a decision. */
export const findingTone = (kind: FindingKind) => (kind === 'rescued' ? 'warning' : 'danger');
