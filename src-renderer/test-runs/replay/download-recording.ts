import { notifications } from '@mantine/notifications';
import { readAllPages, recordingPage } from '#server/recording/contract.ts';
import { recordingParts } from '#server/recording/file-contract.ts';
import { get } from '../../api/api.ts';
import { explainError } from '../../api/errors.ts';
import { useProject } from '../../projects/current-project.ts';
import { saveFile, showNotLoaded } from '../../ui/feedback/download-button.tsx';
import { replayWords } from './words.ts';

/** The largest recording that the window makes, which is in memory twice meanwhile. */
export const maxRecorded = { events: 100_000, mb: 200 };

class TooLargeError extends Error {}

/** Returns what saves the events of a filter as a recording, as `benchtop record` writes it; its filter is that of the endpoint. */
export function useDownloadRecording() {
  const { id } = useProject();
  return async (filter: Record<string, string>) => {
    const filename = replayWords.filename(filter.test_run ?? null);
    try {
      const recorded_at = new Date().toISOString();
      const recorded = await readBounded(id, filter);
      const manifest = { benchtop_recording: 1 as const, recorded_at, test_run: filter.test_run ?? null, filter };
      saveFile(new Blob([...recordingParts({ manifest, ...recorded })], { type: 'application/x-ndjson' }), filename);
      notifications.show({ message: replayWords.saved(recorded.events.length, recorded.leftOut) });
    } catch (error) {
      showNotLoaded(filename, error instanceof TooLargeError ? replayWords.tooLarge(maxRecorded) : explainError(error));
    }
  };
}

async function readBounded(projectId: number, filter: Record<string, string>) {
  let events = 0;
  let text = 0;
  return readAllPages(async (after) => {
    const page = await get(`/api/projects/${projectId}/recording/`, recordingPage, { query: { ...filter, after } });
    events += page.events.length;
    text += JSON.stringify(page.events).length;
    if (events > maxRecorded.events || text > maxRecorded.mb * 1_000_000) throw new TooLargeError();
    return page;
  });
}
