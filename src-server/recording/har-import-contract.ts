import { z } from 'zod';
import { named } from '../core/contract.ts';
import { type RejectionReason, rejectionReason } from '../events/reason-contract.ts';
import { duplicateCount } from './replay-contract.ts';

const count = z.int().nonnegative();

/** All reasons why entries were not imported, with their counts. */
const harSkipped = named('HarSkipped', {
  not_capture: count.describe('Entries that are not capture requests.'),
  preflight: count.describe('Preflights (`OPTIONS`) of capture requests.'),
  body_missing: count.describe('Capture requests that were recorded without their body.'),
  body_damaged: count.describe('Capture requests whose compressed body was recorded as text, so that bytes are lost.'),
});

export const harImport = named('HarImport', {
  entries: count.describe('Entries of the recording.'),
  capture_requests: count.describe(
    'Entries that were sent through capture: each stored, kept in the spool or rejected.',
  ),
  accepted: count.describe('Events stored.'),
  dropped: count.describe('Events dropped.'),
  duplicates: duplicateCount,
  rejected: count.describe('Requests rejected.'),
  rejections: z.array(z.object({ reason: rejectionReason, requests: count })).describe('Rejected requests by reason.'),
  spooled: count.describe('Requests that are stored, and counted, once the database takes them.'),
  skipped: harSkipped,
});
export type HarImport = z.infer<typeof harImport>;
export type HarSkipReason = keyof HarImport['skipped'];

export const emptyImport = (entries: number): HarImport => ({
  entries,
  capture_requests: 0,
  accepted: 0,
  dropped: 0,
  duplicates: 0,
  rejected: 0,
  rejections: [],
  spooled: 0,
  skipped: { not_capture: 0, preflight: 0, body_missing: 0, body_damaged: 0 },
});

export const sumImports = (parts: readonly HarImport[]): HarImport => parts.reduce(addImport, emptyImport(0));

const addImport = (one: HarImport, other: HarImport): HarImport => ({
  entries: one.entries + other.entries,
  capture_requests: one.capture_requests + other.capture_requests,
  accepted: one.accepted + other.accepted,
  dropped: one.dropped + other.dropped,
  duplicates: one.duplicates + other.duplicates,
  rejected: one.rejected + other.rejected,
  rejections: sumOfRejections([...one.rejections, ...other.rejections]),
  spooled: one.spooled + other.spooled,
  skipped: {
    not_capture: one.skipped.not_capture + other.skipped.not_capture,
    preflight: one.skipped.preflight + other.skipped.preflight,
    body_missing: one.skipped.body_missing + other.skipped.body_missing,
    body_damaged: one.skipped.body_damaged + other.skipped.body_damaged,
  },
});

function sumOfRejections(rejections: HarImport['rejections']): HarImport['rejections'] {
  const byReason = new Map<RejectionReason, number>();
  for (const { reason, requests } of rejections) byReason.set(reason, (byReason.get(reason) ?? 0) + requests);
  return [...byReason].map(([reason, requests]) => ({ reason, requests }));
}
