import { setTimeout as pause } from 'node:timers/promises';
import { maxPage } from '#server/core/contract.ts';
import { type Event, eventPage } from '#server/events/contract.ts';
import { maxWaitSeconds } from '#server/events/filters/filter-contract.ts';
import { ApiFailure, ServerUnreachable } from '../../src-renderer/api/errors.ts';
import { Failure } from '../failure.ts';
import { print } from '../output/print.ts';
import { accessOf, MissingKey, onServer, type ServerOptions } from '../server.ts';
import { eventLine } from './event-line.ts';
import { queryOfFilter } from './filter.ts';

type Options = ServerOptions & { follow?: true; lines: number; filter?: string[]; testRun?: string };

/** Milliseconds between requests to a server that cannot answer. */
const retryMs = 1000;

/** Prints the newest events, oldest first, and with `follow` each new one until the process is ended. Throws Failure. */
export async function tail(options: Options): Promise<void> {
  const query = queryOfFilter(options);
  const page = (parts: Record<string, string>) =>
    onServer(options, ({ ask, path }) =>
      ask('GET', `${path}events/?${new URLSearchParams({ ...query, ...parts })}`, eventPage),
    );
  const show = (event: Event) => print(options.json ? JSON.stringify(event) : eventLine(event));
  const { results, cursor } = await page({ limit: String(Math.min(options.lines, maxPage)) });
  for (const event of results.toReversed()) show(event);
  if (options.follow) await follow({ page, show, isKeyless: isKeyless(options) }, cursor);
}

/** Reports whether the key came from the data folder: it belongs to one run of the server, and the next one has another. */
const isKeyless = (options: Options) => accessOf(options).key !== options.key;

type Follow = {
  page(parts: Record<string, string>): Promise<{ results: Event[]; cursor: string }>;
  show(event: Event): void;
  isKeyless: boolean;
};

/** Follows events over restarts of the server: the cursor loses nothing, except what comes between the restore of a copy and a request. */
async function follow({ page, show, isKeyless }: Follow, from: string): Promise<never> {
  let after = from;
  let isLost = false;
  for (;;) {
    try {
      const { results, cursor } = await page({ after, wait: String(maxWaitSeconds), limit: String(maxPage) });
      for (const event of results) show(event);
      after = cursor;
      if (isLost) process.stderr.write('benchtop: The server answers again.\n');
      isLost = false;
    } catch (error) {
      if (!(error instanceof Failure) || !mayPass(error, isKeyless)) throw error;
      if (!isLost) process.stderr.write(`benchtop: Trying again every second: ${error.message}\n`);
      isLost = true;
      await pause(retryMs);
    }
  }
}

function mayPass(error: Failure, isKeyless: boolean): boolean {
  const { cause } = error;
  if (cause instanceof ApiFailure) return cause.status === 503 || (cause.status === 401 && isKeyless);
  return cause instanceof ServerUnreachable || (error instanceof MissingKey && isKeyless);
}
