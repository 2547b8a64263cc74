import { patch } from '../api.ts';
import type { Bench } from '../bench.ts';
import { cpuTime, load, projectKey, type Server, startBenchtop } from '../processes.ts';
import type { RequestOptions } from '../requests.ts';
import { inTurn } from '../rounds.ts';

type Kind = Pick<RequestOptions, 'size' | 'events'> & { name: string };

const kinds: Kind[] = [
  { name: 'single captures', size: 1 },
  { name: 'batches of 100', size: 100 },
  { name: 'batches of 100, visits to a site', size: 100, events: 'visits' },
];

/** Shorter and more rounds than elsewhere, so that other work affects both equally. */
const turns = 3;

/** Measures captures with the tracking plan on and off, each on its own server. */
export async function measureTrackingPlan(bench: Bench): Promise<void> {
  await using off = await startBenchtop();
  await using on = await startBenchtop();
  await patch(`${off.url}/api/projects/@current/tracking_plan/settings/`, { is_enabled: false });
  for (const server of [off, on]) for (const kind of kinds) await costOf(bench, server, kind, bench.nextStream());
  await bench.rounds(async (round) => {
    for (const kind of kinds) {
      for (let turn = 0; turn < turns; turn++) {
        const stream = bench.nextStream();
        const [ours, peer] = await inTurn(
          round + turn,
          () => costOf(bench, on, kind, stream),
          () => costOf(bench, off, kind, stream),
        );
        bench.record('tracking-plan', kind.name, ours, peer);
      }
    }
  });
}

/** Returns the processor time that the server takes for an event, µs. */
async function costOf(bench: Bench, { url, pid }: Server, { size, events }: Kind, stream: number): Promise<number> {
  const before = cpuTime(pid);
  const { acknowledged } = await load({
    url,
    key: projectKey,
    connections: size === 1 ? 64 : 4,
    seconds: bench.scale.seconds / 2,
    size,
    stream,
    events,
  });
  const after = cpuTime(pid);
  if (before === null || after === null) throw new Error('This system does not tell the processor time of a process.');
  return (1000 * (after - before)) / acknowledged;
}
