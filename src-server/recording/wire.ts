import { recordingEndpoints } from './endpoints.ts';
import { harEndpoints } from './har-endpoints.ts';
import type { HarParts } from './import-har.ts';
import type { RecordingQueries } from './queries.ts';

/** What was sent, to be sent again. */
export const createRecording = ({ queries, ...ofCapture }: { queries: RecordingQueries } & HarParts) => ({
  endpoints: [...recordingEndpoints({ queries }), ...harEndpoints(ofCapture)],
});
