import { recordingEndpoints } from './endpoints.ts';
import type { RecordingQueries } from './queries.ts';
import { replayEndpoints } from './replay-endpoints.ts';
import type { ReplayParts } from './replay-events.ts';

/** Recordings of events, and their replay. */
export const createRecording = ({ queries, ...ofCapture }: { queries: RecordingQueries } & ReplayParts) => ({
  endpoints: [...recordingEndpoints({ queries }), ...replayEndpoints(ofCapture)],
});
