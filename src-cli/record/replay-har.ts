import type { z } from 'zod';
import { type Har, type harKeys, harParts, harShift, parseHar } from '#server/recording/har-contract.ts';
import { type HarImport, harImport, sumImports } from '#server/recording/har-import-contract.ts';
import type { ReplayOptions } from '#server/recording/replay-contract.ts';
import { importSentences } from '../../src-renderer/test-runs/replay/outcome-words.ts';
import { Failure } from '../failure.ts';
import { print, printJson } from '../output/print.ts';
import { onServer, type ServerOptions } from '../server.ts';

/** `again`: stores events again that an earlier replay stored. */
export type HarOptions = ServerOptions &
  ReplayOptions & { testRun?: string; keys?: z.infer<typeof harKeys>; again?: true };

/** Imports a HAR through the server, and prints the result. Throws Failure. */
export async function replayHar(file: string, text: string, options: HarOptions): Promise<void> {
  if (options.pace === 'original')
    throw new Failure('--pace original needs a recording of Benchtop; a HAR is imported at once.');
  const { keys = 'as_sent' } = options;
  const content = readHar(file, text);
  const now = Date.now();
  const shift = harShift(content.log.entries, options.times, now);
  const query = replayQueryOf(options, { now, shift });
  query.set('keys', keys);
  const parts: HarImport[] = [];
  await onServer(options, async ({ ask, path }) => {
    for (const part of harParts(content))
      parts.push(await ask('POST', `${path}recording/har/?${query}`, harImport, part));
  });
  const done = sumImports(parts);
  if (options.json) return printJson({ ...done, test_run: options.testRun ?? null });
  for (const sentence of importSentences(done)) print(sentence);
  if (done.rejections.some(({ reason }) => reason === 'invalid_api_key'))
    print('The server does not know the key of some requests. --keys project takes any key.');
  sayAgain(done.duplicates, options);
}

/** Returns the query of a replay. `now`: the start; `shift`: milliseconds that times move by. */
export function replayQueryOf({ testRun, again }: HarOptions, { now, shift }: { now: number; shift: number }) {
  return new URLSearchParams({
    shift_ms: `${shift}`,
    ...(testRun !== undefined && { test_run: testRun }),
    ...(again && { replay: `${now}` }),
  });
}

export function sayAgain(duplicates: number, { again }: HarOptions): void {
  if (duplicates > 0 && !again)
    print('--again stores again what an earlier replay stored; so does another --test-run.');
}

function readHar(file: string, text: string): Har {
  const json = jsonOf(file, text);
  try {
    return parseHar(json);
  } catch (cause) {
    throw new Failure(`${file}: ${(cause as Error).message}`, { cause });
  }
}

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Failure(`${file} is not a complete HAR file: ${(cause as Error).message}`, { cause });
  }
}
