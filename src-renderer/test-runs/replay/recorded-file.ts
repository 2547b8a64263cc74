import { utf8Text } from '#server/core/text/utf8-contract.ts';
import { InvalidRecordingError, linesOf, type Recording, readRecordingLines } from '#server/recording/file-contract.ts';
import { entryTimeOf, type Har, isHarText, parseHar } from '#server/recording/har-contract.ts';
import { replayWords } from './words.ts';

/** A file that can be replayed. `times`: of the first and the last request, ISO 8601; null without any. */
export type RecordedFile =
  | { kind: 'recording'; recording: Recording }
  | { kind: 'har'; content: Har; requests: number; times: { first: string; last: string } | null };

/** Reads a file by its content. Throws Error with what is wrong with it. */
export function readRecorded(bytes: ArrayBuffer): RecordedFile {
  const text = utf8Text(bytes);
  if (isHarText(text)) return readHar(text);
  try {
    return { kind: 'recording', recording: readRecordingLines(linesOf(text)) };
  } catch (error) {
    if (!(error instanceof InvalidRecordingError)) throw error;
    throw new Error(replayWords.notRead.line(error.line, error.message), { cause: error });
  }
}

function readHar(text: string): RecordedFile {
  const content = parseHar(harOf(text));
  const { entries } = content.log;
  const sorted = entries.map(entryTimeOf).toSorted((a, b) => a - b);
  const [first = 0] = sorted;
  const iso = (at: number) => new Date(at).toISOString();
  const times = sorted.length === 0 ? null : { first: iso(first), last: iso(sorted.at(-1) ?? first) };
  return { kind: 'har', content, requests: entries.length, times };
}

function harOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(replayWords.notRead.json((cause as Error).message), { cause });
  }
}

/** Says what a file contains. */
export function contentsOf(file: RecordedFile): string[] {
  const { contains } = replayWords;
  if (file.kind === 'har') {
    const { requests, times } = file;
    return [times === null ? contains.nothing : contains.har(requests, times.first, times.last)];
  }
  const { manifest, events, leftOut } = file.recording;
  const what = contains.recording(events.length, manifest.test_run, manifest.recorded_at);
  return leftOut === 0 ? [what] : [what, contains.leftOut(leftOut)];
}
