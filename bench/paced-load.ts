import type { Bench } from './bench.ts';
import { load, projectKey, type Server } from './processes.ts';
import type { LoadOptions } from './programs/load.ts';

/** Sends single events or other requests at a fixed rate, to measure how long they wait beside other work. */
export const pacedLoad = (bench: Bench, { url }: Server, options: Partial<LoadOptions>) =>
  load({
    url,
    key: projectKey,
    connections: 64,
    seconds: bench.scale.seconds,
    size: 1,
    pace: 150,
    stream: bench.nextStream(),
    ...options,
  });
