import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { makeFolder } from './processes.ts';
import type { LoadOptions, LoadResult } from './programs/load.ts';
import { type RequestOptions, requestOf, slotText } from './requests.ts';

const run = promisify(execFile);

/** Reports whether wrk is installed, a load client that Debian and Homebrew have. */
export const hasWrk = (): boolean => spawnSync('wrk', ['-v']).error === undefined;

const answer = z.object({
  requests: z.number(),
  microseconds: z.number(),
  failures: z.number(),
  p50: z.number(),
  p99: z.number(),
});

/** More than any server here answers per second. */
const maxPerSecond = 60_000;

/** Sends the same requests as `load` with wrk, single captures or decides. */
export async function loadWithWrk(options: LoadOptions): Promise<LoadResult> {
  await using folder = await makeFolder();
  const seconds = Math.max(1, Math.round(options.seconds));
  const texts = join(folder.path, 'texts');
  const script = join(folder.path, 'requests.lua');
  await writeFile(texts, slotTexts(options, seconds * maxPerSecond));
  await writeFile(script, wrkScript(options, texts));
  const flags = [`-c${options.connections}`, '-t1', `-d${seconds}s`];
  const { stdout } = await run('wrk', [...flags, '-s', script, options.url]);
  const { requests, microseconds, failures, p50, p99 } = answer.parse(
    JSON.parse(stdout.trim().split('\n').at(-1) ?? ''),
  );
  if (failures > 0) throw new Error(`${failures} requests of wrk to ${options.url} were not answered 200.`);
  return { requests_per_second: (1e6 * requests) / microseconds, acknowledged: requests, failures, p50, p99 };
}

/** Returns a line for each slot of this many requests. */
function slotTexts(options: RequestOptions, requests: number): string {
  const { slots } = requestOf(options);
  const lines = Array.from({ length: requests }, (_, event) =>
    slots.map(({ kind }) => `${slotText(kind, event, options)}\n`).join(''),
  );
  return lines.join('');
}

/** Returns the script of one thread: the request in pieces, with the next lines of a file between them. */
export function wrkScript(options: RequestOptions, texts: string): string {
  const { head, body, slots } = requestOf(options);
  const text = body.toString('latin1');
  const ends = slots.map(({ kind, offset }) => offset + slotText(kind, 0, options).length);
  const pieces = [...slots, undefined].map((slot, index) => text.slice(ends[index - 1] ?? 0, slot?.offset));
  return `local text = io.lines(${JSON.stringify(texts)})
function request()
  return ${JSON.stringify(head)} .. ${pieces.map((piece) => JSON.stringify(piece)).join(' .. text() .. ')}
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"requests":%d,"microseconds":%d,"failures":%d,"p50":%.3f,"p99":%.3f}\\n',
    summary.requests, summary.duration, e.connect + e.read + e.write + e.timeout + e.status,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`;
}
