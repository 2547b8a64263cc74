import { z } from 'zod';
import { addIssueAt, dateInput } from '../core/contract.ts';
import { issueSentence } from '../core/issue-contract.ts';
import { parseTime } from '../core/text/time-contract.ts';
import { testRunName } from '../test-runs/contract.ts';
import { maxPartText, type ReplayOptions, replayOptions, replayQuery } from './replay-contract.ts';

const base64 = /^[\w+/\s-]*={0,2}\s*$/;
const nameAndValue = z.object({ name: z.string(), value: z.string() });

/** Source: HAR 1.2. `encoding` of a request body is an extension. */
const postData = z
  .object({
    mimeType: z.string().optional(),
    text: z.string().optional(),
    params: z.array(nameAndValue.partial({ value: true })).optional(),
    encoding: z.string().optional(),
  })
  .superRefine(({ encoding, text = '' }, context) => {
    if (encoding === 'base64' && !base64.test(text)) addIssueAt(context, ['text'], 'must be base64');
  });

const harRequest = z.object({
  method: z.string(),
  url: z.string().refine((text) => URL.canParse(text), 'must be an absolute URL'),
  headers: z.array(nameAndValue).default([]),
  postData: postData.nullish(),
  /** -1: unknown. */
  bodySize: z.number().default(-1),
});

const harEntry = z.object({
  startedDateTime: dateInput.describe('When the request was sent, ISO 8601.'),
  request: harRequest,
  _position: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'In a part of a recording: the position of the request in the whole one, by time. It identifies the request together with its content.',
    ),
});
export type HarEntry = z.output<typeof harEntry>;

/** The parts of a HAR that are read; the rest, such as responses, is ignored. */
export const har = z.object({ log: z.object({ entries: z.array(harEntry) }) });
export type Har = z.output<typeof har>;

/** Recognizes a HAR by its content, even if it was cut. */
export const isHarText = (text: string) => /^\s*\{\s*"log"\s*:/.test(text);

/** Parses a HAR that was read. Throws Error with the first problem as a sentence. */
export function parseHar(value: unknown): Har {
  const parsed = har.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(issue === undefined ? parsed.error.message : issueSentence(issue));
}

/** Max requests in a part of a HAR; a part has at least one. */
export const maxPartRequests = 200;

/** Splits the requests of a HAR, in the order in which they were sent, to import them one part after the other. */
export function harParts({ log }: Har): Har[] {
  const parts: Har[] = [];
  let textOfPart = 0;
  const sorted = log.entries.toSorted((one, other) => entryTimeOf(one) - entryTimeOf(other));
  for (const [_position, entry] of sorted.entries()) {
    const text = entry.request.postData?.text?.length ?? 0;
    const part = parts.at(-1)?.log.entries;
    const hasRoom = part !== undefined && part.length < maxPartRequests && textOfPart + text <= maxPartText;
    if (hasRoom) part.push({ ...entry, _position });
    else parts.push({ log: { entries: [{ ...entry, _position }] } });
    textOfPart = hasRoom ? textOfPart + text : text;
  }
  return parts;
}

/** When a request was sent, milliseconds UTC. */
export const entryTimeOf = ({ startedDateTime }: HarEntry): number => parseTime(startedDateTime) ?? 0;

/** Returns by how many milliseconds the times move. `now`: milliseconds UTC, to which the last request moves. */
export const harShift = (entries: readonly HarEntry[], times: ReplayOptions['times'], now: number): number =>
  times === 'original' ? 0 : now - entries.reduce((last, entry) => Math.max(last, entryTimeOf(entry)), 0);

export const harKeys = z.enum(['as_sent', 'project']);

export const harQuery = z.object({
  test_run: testRunName
    .optional()
    .describe('Name of the test run of everything that is imported; without it, the one that each request names.'),
  times: replayOptions.shape.times
    .default('original')
    .describe(
      '`original`: the times of the recording. `now`: all moved by the same amount, so that the last request is at the present time.',
    ),
  keys: harKeys
    .default('as_sent')
    .describe(
      '`as_sent`: a key that this server does not know is a rejection. `project`: any key counts as one of the project.',
    ),
  ...replayQuery.shape,
});
