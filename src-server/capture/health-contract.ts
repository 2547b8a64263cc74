import { z } from 'zod';
import { named } from '../core/contract.ts';
import { storageState } from '../events/contract.ts';
import { sendingHealth } from '../events/sending/sending-contract.ts';
import { definitionsStatus } from '../projects/definitions/definitions-status-contract.ts';

export const definitionsHealth = definitionsStatus.pick({ state: true, taken_at: true });

/** The answer of `/api/health/` while events can be stored; otherwise 503 `storage_unavailable` or `archive_full`. */
export const serverHealth = named('ServerHealth', {
  status: z.literal('ok'),
  storage: storageState.extract(['ok', 'spooling', 'recovering']),
  /** The worst state of a relay or the archive; absent if there is neither. */
  sending: sendingHealth.optional(),
  /** The definitions of a server that takes them from another; absent on others. */
  definitions: definitionsHealth.optional(),
});
export type ServerHealth = z.infer<typeof serverHealth>;
