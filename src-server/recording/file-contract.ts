import { z } from 'zod';
import { dateTime, isJsonObject } from '../core/contract.ts';
import { issueSentence } from '../core/issue-contract.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import { type RecordedEvent, recordedEvent } from './contract.ts';

/** The first line of a recording. `filter`: the query that made it. */
export const recordingManifest = z.object({
  benchtop_recording: z.literal(1, 'must be 1 in a file of this version of Benchtop'),
  recorded_at: dateTime,
  test_run: z.string().nullable(),
  filter: z.record(z.string(), z.string()),
});
export type RecordingManifest = z.infer<typeof recordingManifest>;

/** The last line. Without it, a file was cut. */
const recordingEnd = z.object({ events: z.int().nonnegative(), left_out: z.int().nonnegative() });

export type Recording = { manifest: RecordingManifest; events: RecordedEvent[]; leftOut: number };

/** An error in a recording. `line` starts at 1. */
export class InvalidRecordingError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Characters of a part; a whole recording may be longer than a string can be. */
const partLength = 1024 * 1024;

/** Writes a recording as lines of JSON: the manifest, the events, and their number. */
export function* recordingParts({ manifest, events, leftOut }: Recording): Generator<string> {
  let part = `${JSON.stringify(manifest)}\n`;
  for (const line of [...events, { events: events.length, left_out: leftOut }]) {
    if (part.length > partLength) {
      yield part;
      part = '';
    }
    part += `${JSON.stringify(line)}\n`;
  }
  yield part;
}

/** Splits the text of a recording into its lines. */
export const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

/** Reads the lines of a recording. Throws InvalidRecordingError. */
export function readRecordingLines(lines: readonly string[]): Recording {
  const read = <Line>(schema: z.ZodType<Line>, index: number): Line => {
    const value = jsonOf(lines[index] ?? '', index + 1);
    if (!isJsonObject(value))
      throw new InvalidRecordingError(index + 1, 'This is not a JSON object. A recording has one a line.');
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new InvalidRecordingError(index + 1, issue === undefined ? parsed.error.message : issueSentence(issue));
  };
  if (lines.length <= 1 && !lines[0]) throw new InvalidRecordingError(1, 'The file is empty.');
  const first = jsonOf(lines[0] ?? '', 1);
  if (!isJsonObject(first) || first.benchtop_recording === undefined)
    throw new InvalidRecordingError(1, 'This is neither a recording of Benchtop nor a HAR file.');
  const manifest = read(recordingManifest, 0);
  const last = lines.length - 1;
  const end = recordingEnd.safeParse(last === 0 ? null : jsonOf(lines[last] ?? '', last + 1));
  if (!end.success)
    throw new InvalidRecordingError(
      last + 1,
      'The recording was cut: its last line, with the number of events, is missing.',
    );
  const events = lines.slice(1, last).map((_, index) => read(recordedEvent, index + 1));
  if (events.length === end.data.events) return { manifest, events, leftOut: end.data.left_out };
  const detail = `The recording has ${events.length} events; its last line says ${end.data.events}.`;
  throw new InvalidRecordingError(last + 1, detail);
}

function jsonOf(line: string, number: number): unknown {
  try {
    return parseJson(line);
  } catch {
    throw new InvalidRecordingError(number, 'This is not JSON. A recording has one JSON object a line.');
  }
}
