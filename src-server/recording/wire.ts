import { recordingEndpoints } from './endpoints.ts';
import type { RecordingQueries } from './queries.ts';
import { replayEndpoints } from './replay-endpoints.ts';
import type { ReplayParts } from './replay-events.ts';

/** What was sent, to be sent again. */
export const createRecording = ({ queries, ...ofCapture }: { queries: RecordingQueries } & ReplayParts) => ({
  endpoints: [...recordingEndpoints({ queries }), ...replayEndpoints(ofCapture)],
});
