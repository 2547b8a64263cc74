import type { z } from 'zod';
import { harImport, type harKeys, readHarText } from '#server/recording/har-contract.ts';
import type { ReplayOptions } from '#server/recording/replay-contract.ts';
import { importSentences } from '../../src-renderer/test-runs/replay/har-words.ts';
import { Failure } from '../failure.ts';
import { print, printJson } from '../output/print.ts';
import { onServer, type ServerOptions } from '../server.ts';

export type HarOptions = ServerOptions & ReplayOptions & { testRun?: string; keys?: z.infer<typeof harKeys> };

/** Has the server import a HAR, and says what it did. Throws Failure. */
export async function replayHar(file: string, text: string, options: HarOptions): Promise<void> {
  if (options.pace === 'original')
    throw new Failure('--pace original needs a recording of Benchtop; a HAR is imported at once.');
  const { testRun, times, keys = 'as_sent' } = options;
  const query = new URLSearchParams({ times, keys, ...(testRun !== undefined && { test_run: testRun }) });
  const har = readHar(file, text);
  const done = await onServer(options, ({ ask, path }) =>
    ask('POST', `${path}recording/har/?${query}`, harImport, har),
  );
  if (options.json) return printJson({ ...done, test_run: testRun ?? null });
  for (const sentence of importSentences(done)) print(sentence);
  if (done.rejections.some(({ reason }) => reason === 'invalid_api_key'))
    print('The server does not know the key of some requests. --keys project takes any key.');
}

function readHar(file: string, text: string): unknown {
  try {
    return readHarText(text);
  } catch (cause) {
    throw new Failure(`${file} is not a whole HAR file: ${(cause as Error).message}`, { cause });
  }
}
