import type { Bench } from './bench.ts';
import type { FigureName } from './figures/figures.ts';
import { load, type Server } from './processes.ts';
import type { LoadOptions } from './programs/load.ts';
import { hasWrk, loadWithWrk } from './wrk.ts';

/** Alternates which of the two goes first. */
export async function inTurn<A, B>(round: number, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  if (round % 2 === 0) return [await first(), await second()];
  const later = await second();
  return [await first(), later];
}

type Comparison = { figure: FigureName; variant?: string; server: Server; bare: Server; round: number };

/**
 * Measures the rate of requests beside that of bare Express, with our client and with wrk. Returns the number of acknowledged
 * events: those of captures.
 */
export async function compareRates(
  bench: Bench,
  { figure, variant, server, bare, round }: Comparison,
  options: Omit<LoadOptions, 'url' | 'stream' | 'seconds'>,
): Promise<number> {
  let acknowledged = 0;
  for (const [client, send] of Object.entries({ 'our client': load, ...(hasWrk() ? { wrk: loadWithWrk } : {}) })) {
    const given = { ...options, seconds: bench.scale.seconds, stream: bench.nextStream() };
    const [ours, theirs] = await inTurn(
      round,
      () => send({ ...given, url: server.url }),
      () => send({ ...given, url: bare.url }),
    );
    bench.record(
      figure,
      [variant, client].filter(Boolean).join(', '),
      ours.requests_per_second,
      theirs.requests_per_second,
    );
    acknowledged += ours.acknowledged;
  }
  if (!hasWrk()) bench.skip(figure, [variant, 'wrk'].filter(Boolean).join(', '), 'wrk is not installed');
  return options.decide === undefined ? acknowledged : 0;
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Repeats work, one after the other, until it is stopped. */
export function untilStopped(work: () => Promise<unknown>): { stop: () => Promise<void> } {
  let isStopped = false;
  const working = (async () => {
    while (!isStopped) await work();
  })();
  // Awaited in `stop`, which may come much later than a failure.
  working.catch(() => undefined);
  return {
    stop: () => {
      isStopped = true;
      return working;
    },
  };
}
