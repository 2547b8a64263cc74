import { z } from 'zod';
import { named } from '../../core/contract.ts';
import { onlyKnown } from '../../core/known-keys-contract.ts';
import { senderStatus } from '../sending/sender-contract.ts';

/**
 * The progress of the archive of events; `max_waiting`: events that may wait before new ones are refused with 503. `keep_days`:
 * days that events keep their properties in SQLite; null: forever. `moved_until`: events that arrived up to then may have their
 * properties only in the archive; `lost`: the number of these that it lacked when it was last compared. `moving_error`: why the
 * last attempt to move more failed. `filling`: the servers that get events they lack from their replicas before anything is sent.
 */
export const archiveStatus = named('ArchiveStatus', {
  ...senderStatus.shape,
  max_waiting: z.int(),
  is_full: z.boolean(),
  keep_days: z.int().nullable(),
  moved_until: z.string().nullable(),
  lost: z.int(),
  moving_error: z.string().nullable(),
  filling: z.array(z.string()),
});
export type ArchiveStatus = z.infer<typeof archiveStatus>;

/** Null: events are kept only in SQLite. */
export const archiveReport = named('ArchiveReport', { archive: archiveStatus.nullable() });

const side = z.object({ events: z.int(), people: z.int() });

/**
 * Compares counts of a project in SQLite and the archive, by name and UTC day, up to the newest sent event. `unequal_replicas`: the
 * addresses of servers whose events differ from those of a replica, so one of both lacks some.
 */
export const archiveCheck = named('ArchiveCheck', {
  is_equal: z.boolean(),
  /** In SQLite: events, and distinct pairs of name and day. */
  events: z.int(),
  groups: z.int(),
  different: z.int(),
  /** The first 100. */
  differences: z.array(z.object({ event: z.string(), day: z.string(), sqlite: side, archive: side })),
  unequal_replicas: z.array(z.string()),
});
export type ArchiveCheck = z.infer<typeof archiveCheck>;

export const archiveCheckRequest = onlyKnown({ project_id: z.int().positive() });
/** Null: events are kept only in SQLite. */
export const archiveCheckReport = named('ArchiveCheckReport', { check: archiveCheck.nullable() });
