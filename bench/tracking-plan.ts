import { patch } from './api.ts';
import { cpuTime, load, projectKey, type Server, startBenchtop } from './processes.ts';
import { machine, median, table } from './report.ts';
import { inTurn } from './rounds.ts';

/** Microseconds of processor time that the server takes for an event, medians, and the median of their ratios by round. */
type Cost = { name: string; on: number; off: number; ratio: number };
type Kind = { name: string; size: number; isOfVisits: boolean };

/** Long enough for a write of the counts, and short, so that what else the machine does meets both alike. */
const seconds = 2;
const turns = 5;
const maxRatio = 1.05;

const kinds: Kind[] = [
  { name: 'single captures', size: 1, isOfVisits: false },
  { name: 'batches of 100', size: 100, isOfVisits: false },
  { name: 'batches of 100, visits to a site', size: 100, isOfVisits: true },
];

/**
 * Measures captures with the tracking plan on and off, each on its own server, in interleaved rounds: by the processor time of the
 * server, which other work on the machine changes less than the rate.
 */
export async function measureTrackingPlan(rounds: number): Promise<Cost[]> {
  const [off, on] = (await Promise.all([startBenchtop(), startBenchtop()])) as [Server, Server];
  try {
    await patch(`${off.url}/api/projects/@current/tracking_plan/settings/`, { is_enabled: false });
    for (const server of [off, on]) for (const kind of kinds) await costOf(server, kind, kind.size, 2);
    const costs: Cost[] = [];
    for (const [index, kind] of kinds.entries()) {
      const pairs: [on: number, off: number][] = [];
      for (let round = 0; round < rounds * turns; round++) {
        const stream = (round + 2) * 100 + 10 * index;
        pairs.push(
          await inTurn(
            round,
            () => costOf(on, kind, stream),
            () => costOf(off, kind, stream),
          ),
        );
      }
      const of = (pick: (pair: [number, number]) => number) => median(pairs.map(pick));
      const ratio = of(([plan, without]) => plan / without);
      costs.push({ name: kind.name, on: of(([plan]) => plan), off: of(([, without]) => without), ratio });
    }
    return costs;
  } finally {
    await Promise.all([off.stop(), on.stop()]);
  }
}

async function costOf({ url, pid }: Server, { size, isOfVisits }: Kind, stream: number, forSeconds = seconds) {
  const before = cpuTime(pid);
  const { acknowledged } = await load({
    ...{ url, key: projectKey, connections: size === 1 ? 64 : 4, seconds: forSeconds, size, stream, isOfVisits },
  });
  const after = cpuTime(pid);
  if (before === null || after === null) throw new Error('This system does not tell the processor time of a process.');
  return (1000 * (after - before)) / acknowledged;
}

export function trackingPlanReport(costs: readonly Cost[]): string {
  return `
## Tracking plan

Processor time of the server for an event, with the tracking plan on, which counts the properties of each event by name, build and type,
beside a server with it off. An event has 23 properties. Interleaved rounds of ${seconds} s; the times are medians, and the ratio is the median of those by round.

${table(
  ['', 'on', 'off', 'ratio', 'aim'],
  costs.map(({ name, on, off, ratio }) => [
    name,
    `${on.toFixed(1)} µs`,
    `${off.toFixed(1)} µs`,
    ratio.toFixed(2),
    `≤ ${maxRatio} ${ratio <= maxRatio ? '✓' : '✗'}`,
  ]),
)}

${machine()}.
`;
}
