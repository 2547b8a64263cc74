import { boundTo } from '../database/bound.ts';
import type { Database } from '../database/open.ts';
import type { AskedQueries } from '../database/reader.ts';
import { readRecording } from './read-recording.ts';

export type RecordingQueries = AskedQueries<ReturnType<typeof createRecordingQueries>>;

export const createRecordingQueries = (database: Database) => boundTo(database, { page: readRecording });
