import { recordingEndpoints } from './endpoints.ts';
import type { RecordingQueries } from './queries.ts';

/** What was sent, to be sent again. */
export const createRecording = ({ queries }: { queries: RecordingQueries }) => ({
  endpoints: recordingEndpoints({ queries }),
});
