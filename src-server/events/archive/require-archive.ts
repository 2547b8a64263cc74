import type { Database } from '../../database/open.ts';
import { StartError } from '../../database/storage/start-error.ts';
import type { ArchiveSettings } from './archive-settings.ts';
import { createArchiveStore } from './archive-store.ts';

/** Throws StartError if properties of a database, in `file`, were moved to an archive and none is named. */
export function requireArchive(database: Database, settings: ArchiveSettings | undefined, file: string): void {
  if (settings === undefined && createArchiveStore(database).movedId() > 0) throw new StartError('needs_archive', file);
}
