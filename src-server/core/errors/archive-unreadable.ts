const code = 'ARCHIVE_UNREADABLE';

/** The archive cannot be read now. Has a code because errors lose their class between threads. */
export class ArchiveUnreadable extends Error {
  override name = 'ArchiveUnreadable';
  readonly code = code;
}

/** Reports whether an error, maybe of another thread, says that the archive cannot be read. */
export const isArchiveUnreadable = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === code;
