import { z } from 'zod';
import { codes, dateTime, named } from '../../core/contract.ts';
import { onlyKnown } from '../../core/known-keys-contract.ts';

/** A finding, kept until somebody restores a copy or accepts the database as it is. */
export const storageFinding = z.object({
  /** A problem of the stored data, found at the start or while running. */
  kind: codes({
    missing: 'The database is missing.',
    empty: 'The database file has 0 bytes.',
    events_missing:
      'Fewer events are stored than were acknowledged: the write-ahead log was cut off, or an older file took its place.',
    other_database: 'The database is not the one that was used last.',
    damaged: 'Pages of the database are damaged.',
    rescued: 'While running: database files were deleted; they were saved from the open files and put back.',
    deleted: 'While running: database files were deleted and could not be put back.',
    replaced: 'While running: another file replaced the database.',
    overwritten: 'While running: the database file was overwritten by another program.',
  }),
  found_at: dateTime,
  /** Sentences for people. */
  detail: z.string(),
  /** Events acknowledged according to the marker beside the database; null without one. */
  expected_events: z.int().nullable(),
  /** How many of these events are stored. */
  found_events: z.int().nullable(),
  /** Folder that the files were moved to, relative to the data folder; null if none were moved. */
  kept: z.string().nullable(),
});
export type StorageFinding = z.infer<typeof storageFinding>;
export type FindingKind = StorageFinding['kind'];

/** Actions offered to administrators: restore a copy, or accept the database as it is. */
const findingAction = z.enum(['restore', 'accept']);
export type FindingAction = z.infer<typeof findingAction>;

export const reportedFinding = storageFinding.extend({ actions: z.array(findingAction) });
export type ReportedFinding = z.infer<typeof reportedFinding>;

export const copyReason = z.enum(['daily', 'manual', 'before_upgrade', 'rescued']);
export type CopyReason = z.infer<typeof copyReason>;

/** A whole copy of the database in the folder `copies` of the data folder; `name` is its file. */
export const storageCopy = named('StorageCopy', {
  name: z.string(),
  made_at: dateTime,
  reason: copyReason,
  events: z.int().describe('Events accepted before it was made, with those of deleted test runs.'),
  bytes: z.int(),
});
export type StorageCopy = z.infer<typeof storageCopy>;

/** Why Benchtop is read-only: it cannot write to the data folder. */
const readOnlyReason = z.object({ problem: z.string(), detail: z.string() });

export const storageReport = named('StorageReport', {
  finding: reportedFinding.nullable(),
  /** Newest first. */
  copies: z.array(storageCopy),
  /** The full check of every page and index, in the background; `checked_at`: the last one that found no damage. */
  check: z.object({ state: z.enum(['ok', 'running', 'damaged', 'not_run']), checked_at: dateTime.nullable() }),
  /** Files and folders that other users of the machine can read, and why daily copies fail. */
  warnings: z.array(z.string()),
  read_only: readOnlyReason.nullable(),
});
export type StorageReport = z.infer<typeof storageReport>;

export const restoreRequest = onlyKnown({ copy: z.string() });

/** The outcome of a restore. */
export const restored = z.object({
  copy: storageCopy,
  /** Folder with the former files, relative to the data folder; null if there were none. */
  kept: z.string().nullable(),
  /** Events of the former database; null if it was absent or unreadable. */
  former_events: z.int().nullable(),
});
export type Restored = z.infer<typeof restored>;

export const restoreAnswer = storageReport.extend({ restored });
export type RestoreAnswer = z.infer<typeof restoreAnswer>;
