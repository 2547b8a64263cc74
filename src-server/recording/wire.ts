import type { createCapture } from '../capture/wire.ts';
import type { FeatureCore } from '../database/feature-core.ts';
import { recordingEndpoints } from './endpoints.ts';
import type { RecordingQueries } from './queries.ts';
import { replayEndpoints } from './replay-endpoints.ts';

type Core = FeatureCore<{ recording: RecordingQueries }>;
type Parts = { capture: Pick<ReturnType<typeof createCapture>, 'publicEndpoints'> };

/** Recordings of events, and their replay. */
export const createRecording = ({ queries, clock }: Core, { capture }: Parts) => ({
  endpoints: [
    ...recordingEndpoints({ queries: queries.recording }),
    ...replayEndpoints({ captures: capture.publicEndpoints, clock }),
  ],
});
