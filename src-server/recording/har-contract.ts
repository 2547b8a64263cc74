import { z } from 'zod';
import { addIssueAt, dateInput, named } from '../core/contract.ts';
import { parseTime } from '../core/time.ts';
import { rejectionReason } from '../events/contract.ts';
import { testRunName } from '../test-runs/contract.ts';

const base64 = /^[\w+/\s-]*={0,2}\s*$/;
const nameAndValue = z.object({ name: z.string(), value: z.string() });

/** Source: HAR 1.2. `encoding` of a request's body is an extension. */
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
  startedDateTime: dateInput.transform((text) => parseTime(text) ?? 0).describe('When the request was sent, ISO 8601.'),
  request: harRequest,
});
export type HarEntry = z.output<typeof harEntry>;

/** What is read of a browser's recording; the rest, such as responses, is ignored. */
export const har = z.object({ log: z.object({ entries: z.array(harEntry) }) });

/** Recognizes a HAR by its content, also one that was cut. */
export const isHarText = (text: string) => /^\uFEFF?\s*\{\s*"log"\s*:/.test(text);

/** Reads a HAR to send it to be imported: without what is not read, which is most of it. Throws SyntaxError. */
export function readHarText(text: string): unknown {
  const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  const whole = z.object({ log: z.object({ entries: z.array(z.unknown()) }) }).safeParse(parsed);
  // The server says what is wrong with another one.
  return whole.success ? { log: { entries: whole.data.log.entries.map(withoutAnswer) } } : parsed;
}

function withoutAnswer(entry: unknown): unknown {
  const { data } = z.looseObject({ startedDateTime: z.unknown(), request: z.unknown() }).safeParse(entry);
  return data === undefined ? entry : { startedDateTime: data.startedDateTime, request: data.request };
}

const harTimes = z.enum(['original', 'now']);
export const harKeys = z.enum(['as_sent', 'project']);

export const harQuery = z.object({
  test_run: testRunName
    .optional()
    .describe('Name of the test run of everything that is imported; without it, the one that each request names.'),
  times: harTimes
    .default('original')
    .describe(
      '`original`: the times of the recording. `now`: all moved by the same time, so that the last request is of now.',
    ),
  keys: harKeys
    .default('as_sent')
    .describe(
      '`as_sent`: a key that this server does not know is a rejection. `project`: any key counts as one of the project.',
    ),
});

const count = z.int().nonnegative();

/** Why an entry was not imported: the closed list, with its number of entries each. */
const harSkipped = named('HarSkipped', {
  not_capture: count.describe('Entries that are no capture request.'),
  preflight: count.describe('Preflights (`OPTIONS`) of capture requests.'),
  body_missing: count.describe('Capture requests that were recorded without their body.'),
  body_damaged: count.describe('Capture requests whose compressed body was recorded as text, so that bytes are lost.'),
});

export const harImport = named('HarImport', {
  entries: count.describe('Entries of the recording.'),
  capture_requests: count.describe(
    'Entries that were sent through capture: each stored, kept in the spool or rejected.',
  ),
  accepted: count.describe('Events stored.'),
  dropped: count.describe('Events dropped.'),
  rejected: count.describe('Requests rejected.'),
  rejections: z.array(z.object({ reason: rejectionReason, requests: count })).describe('Rejected requests by reason.'),
  spooled: count.describe('Requests that are stored, and counted, once the database takes them.'),
  skipped: harSkipped,
});
export type HarImport = z.infer<typeof harImport>;
export type HarSkipReason = keyof HarImport['skipped'];
