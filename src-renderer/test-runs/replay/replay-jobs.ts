import { type Har, harParts, harShift } from '#server/recording/har-contract.ts';
import { type HarImport, harImport, sumImports } from '#server/recording/har-import-contract.ts';
import {
  type Replayed,
  type ReplayOptions,
  replayed,
  replayShift,
  replaySteps,
  sumReplayed,
} from '#server/recording/replay-contract.ts';
import { post } from '../../api/api.ts';
import { importSentences, replaySentences } from './outcome-words.ts';
import type { RecordedFile } from './recorded-file.ts';

/** `isAgain`: stores once more what an earlier replay has stored. */
export type ReplayChoice = ReplayOptions & { testRun: string; anyKey: boolean; isAgain: boolean };

/** Requests of a replay, in order. `waitMs`: from the start. `count`: events of a recording, or requests of a HAR. */
export type ReplayJobs = {
  jobs: { waitMs: number; count: number; send(): Promise<void> }[];
  sentences(): string[];
};

/** Returns what sends a file. `now`: milliseconds UTC, the start. */
export function replayJobs(projectId: number, file: RecordedFile, choice: ReplayChoice, now: number): ReplayJobs {
  const path = `/api/projects/${projectId}/recording/`;
  const query = {
    ...(choice.testRun !== '' && { test_run: choice.testRun }),
    ...(choice.isAgain && { replay: String(now) }),
  };
  if (file.kind === 'har') {
    const done: HarImport[] = [];
    const keys = choice.anyKey ? 'project' : 'as_sent';
    const shift_ms = harShift(file.content.log.entries, choice.times, now);
    const importPart = async (part: Har) =>
      void done.push(await post(`${path}har/`, part, harImport, { query: { ...query, keys, shift_ms } }));
    const jobs = harParts(file.content).map((part) => ({
      waitMs: 0,
      count: part.log.entries.length,
      send: () => importPart(part),
    }));
    return { jobs, sentences: () => importSentences(sumImports(done)) };
  }
  const done: Replayed[] = [];
  const { events } = file.recording;
  const shift_ms = replayShift(events, choice, now);
  const jobs = replaySteps(events, choice).map((step) => ({
    waitMs: step.waitMs,
    count: step.events.length,
    send: async () =>
      void done.push(
        await post(`${path}replay/`, { events: step.events }, replayed, { query: { ...query, shift_ms } }),
      ),
  }));
  return { jobs, sentences: () => replaySentences(sumReplayed(done)) };
}
