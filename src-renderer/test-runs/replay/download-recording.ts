import { notifications } from '@mantine/notifications';
import { readAllPages, recordingPage } from '#server/recording/contract.ts';
import { recordingText } from '#server/recording/file-contract.ts';
import { get } from '../../api/api.ts';
import { explainError } from '../../api/errors.ts';
import { useProject } from '../../projects/current-project.ts';
import { saveFile } from '../../ui/feedback/download-button.tsx';
import { uiWords } from '../../ui/words.ts';
import { words } from './words.ts';

/** Returns what saves the events of a test run as a recording, as `benchtop record` writes it. */
export function useDownloadRecording() {
  const { id } = useProject();
  return async (testRun: string) => {
    const filename = words.filename(testRun);
    try {
      saveFile(new Blob([await recordTestRun(id, testRun)], { type: 'application/x-ndjson' }), filename);
    } catch (error) {
      const { message, hint } = explainError(error);
      notifications.show({ color: 'red', title: uiWords.couldNotLoad(filename), message: `${message} ${hint}` });
    }
  };
}

async function recordTestRun(projectId: number, testRun: string): Promise<string> {
  const recorded_at = new Date().toISOString();
  const filter = { test_run: testRun };
  const recorded = await readAllPages((after) =>
    get(`/api/projects/${projectId}/recording/`, recordingPage, { query: { ...filter, after } }),
  );
  const manifest = { benchtop_recording: 1 as const, recorded_at, test_run: testRun, filter };
  return recordingText({ manifest, ...recorded });
}
