import { get } from '../api.ts';
import type { Bench } from '../bench.ts';
import type { FigureName } from '../figures/figures.ts';
import { pacedLoad } from '../paced-load.ts';
import { load, personalKey, projectKey, type Server, startBenchtop } from '../processes.ts';
import type { LoadOptions } from '../programs/load.ts';
import { requestOf } from '../requests.ts';
import { pause, untilStopped } from '../rounds.ts';
import { prepareDecides } from './decides.ts';

const requests: Record<string, Partial<LoadOptions>> = {
  capture: {},
  decide: { decide: '/decide/?v=2' },
  'management GET': { read: { path: '/api/projects/@current/feature_flags/?limit=1', key: personalKey } },
};

const largeBatchBytes = 19_000_000;

/** Measures how long a request waits beside other work. */
export async function measureBeside(bench: Bench): Promise<void> {
  await using server = await startBenchtop();
  const work: [FigureName, () => { stop: () => Promise<void> }][] = [
    ['beside-batches', () => sendBatches(bench, server, { size: 1000, connections: 4 })],
    ['beside-large-batch', () => sendBatches(bench, server, { size: eventsOf(largeBatchBytes), connections: 1 })],
    ['beside-search', () => search(server)],
  ];
  await prepareDecides(server);
  const p99 = async (options: Partial<LoadOptions>) => (await pacedLoad(bench, server, options)).p99;
  await bench.rounds(async () => {
    for (const [request, options] of Object.entries(requests)) {
      const rest = await p99(options);
      for (const [figure, begin] of work.filter(([figure]) => bench.wants(figure))) {
        const working = begin();
        await pause(500);
        bench.record(figure, request, await p99(options), rest);
        await working.stop();
      }
    }
  });
}

/** Sends batches without pause for as long as requests are measured, which begin a little later. */
function sendBatches(bench: Bench, { url }: Server, kind: Pick<LoadOptions, 'size' | 'connections'>) {
  const seconds = bench.scale.seconds + 1;
  const sending = load({ url, key: projectKey, seconds, stream: bench.nextStream(), ...kind });
  // Awaited in `stop`, which may come much later than a failure.
  sending.catch(() => undefined);
  return {
    stop: async () => {
      await sending;
    },
  };
}

/** Returns how many events a batch of this size in bytes has. */
function eventsOf(bytes: number): number {
  const sizeOf = (size: number) => requestOf({ url: 'http://localhost', key: projectKey, size, stream: 0 }).body.length;
  return Math.floor(bytes / ((sizeOf(1100) - sizeOf(100)) / 1000));
}

const search = ({ url }: Server) =>
  untilStopped(() => get(`${url}/api/projects/@current/events/?search=what-no-event-has`));
