import { z } from 'zod';
import { dateTime, named } from '../../core/contract.ts';

/** What can be found wrong with the stored data, at a start or while running. */
export const findingKind = z.enum([
  /** There is no database, though there was one. */
  'missing',
  /** The database file has 0 bytes. */
  'empty',
  /** Fewer events are stored than were acknowledged: the write-ahead log was cut off, or an older file put in place. */
  'events_missing',
  /** Another database stands in the place of the one that was used last. */
  'other_database',
  /** Pages of the database are damaged. */
  'damaged',
  /** While running: database files were deleted; they were saved from the open files and put back. */
  'rescued',
  /** While running: database files were deleted and could not be put back. */
  'deleted',
  /** While running: another file was put in the place of the database. */
  'replaced',
  /** While running: the database file was written over by another program. */
  'overwritten',
]);
export type FindingKind = z.infer<typeof findingKind>;

/** Stays until somebody restores a copy or decides to continue with what is there. */
export const storageFinding = z.object({
  kind: findingKind,
  found_at: dateTime,
  /** What was found, in sentences for people. */
  detail: z.string(),
  /** Events that were acknowledged, by the marker beside the database; null without one. */
  expected_events: z.int().nullable(),
  /** Of these, events that are stored. */
  found_events: z.int().nullable(),
  /** Where the files were put aside, relative to the data folder; null when nothing was. */
  kept: z.string().nullable(),
});
export type StorageFinding = z.infer<typeof storageFinding>;

/** What is of use to somebody who may do it: go back to a copy, or continue with what is there. */
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
  events: z.int(),
  bytes: z.int(),
});
export type StorageCopy = z.infer<typeof storageCopy>;

/** Why Benchtop only reads: nothing can be written to the data folder. */
const readOnlyReason = z.object({ problem: z.string(), detail: z.string() });

export const storageReport = named('StorageReport', {
  finding: reportedFinding.nullable(),
  /** Newest first. */
  copies: z.array(storageCopy),
  /** The thorough check of every page and index, in the background; `checked_at` is when one last ended well. */
  check: z.object({ state: z.enum(['ok', 'running', 'damaged', 'not_run']), checked_at: dateTime.nullable() }),
  /** Files and folders that other users of this machine can read; why no daily copy is made. */
  warnings: z.array(z.string()),
  read_only: readOnlyReason.nullable(),
});
export type StorageReport = z.infer<typeof storageReport>;

export const restoreRequest = z.object({ copy: z.string() });

/** What a restore did. */
export const restored = z.object({
  copy: storageCopy,
  /** Where the former files are, relative to the data folder; null when there were none. */
  kept: z.string().nullable(),
  /** Events of the former database; null when it could not be read, or there was none. */
  former_events: z.int().nullable(),
});
export type Restored = z.infer<typeof restored>;

export const restoreAnswer = storageReport.extend({ restored });
export type RestoreAnswer = z.infer<typeof restoreAnswer>;
