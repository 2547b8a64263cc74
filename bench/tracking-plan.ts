import { patch } from './api.ts';
import { load, projectKey, type Server, startBenchtop } from './processes.ts';
import { type Measured, machine, table, whole } from './report.ts';
import { inTurnWith, type Pair, row } from './rounds.ts';

/** A round sends for so long; long enough for several writes of the counts. */
const seconds = 5;

/** Measures captures with the tracking plan on and off, each on its own server, in interleaved rounds. */
export async function measureTrackingPlan(rounds: number): Promise<Measured[]> {
  const [off, on] = (await Promise.all([startBenchtop(), startBenchtop()])) as [Server, Server];
  try {
    await patch(`${off.url}/api/projects/@current/tracking_plan/settings/`, { is_enabled: false });
    const send = (server: Server, size: number, stream: number, isOfVisits: boolean, sendSeconds = seconds) =>
      load({
        ...{
          url: server.url,
          key: projectKey,
          connections: size === 1 ? 64 : 4,
          seconds: sendSeconds,
          size,
          stream,
          isOfVisits,
        },
      });
    const kinds = [
      { name: 'single captures', unit: 'req/s', size: 1, isOfVisits: false, pairs: [] as Pair[] },
      { name: 'batches of 100', unit: 'events/s', size: 100, isOfVisits: false, pairs: [] as Pair[] },
      { name: 'batches of 100, visits to a site', unit: 'events/s', size: 100, isOfVisits: true, pairs: [] as Pair[] },
    ];
    for (const server of [off, on])
      for (const { size, isOfVisits } of kinds) await send(server, size, size + 1, isOfVisits, 2);
    for (let round = 0; round < rounds; round++) {
      for (const [index, { size, isOfVisits, pairs }] of kinds.entries()) {
        const stream = (round + 1) * 300 + 10 * index;
        const pair = await inTurnWith(
          round,
          () => send(on, size, stream, isOfVisits),
          () => send(off, size, stream, isOfVisits),
        );
        pairs.push({ ...pair, ours: pair.ours * size, limit: pair.limit * size });
      }
    }
    return kinds.map(({ name, unit, pairs }) => row(name, unit, pairs, 0.95));
  } finally {
    await Promise.all([off.stop(), on.stop()]);
  }
}

export function trackingPlanReport(rows: readonly Measured[]): string {
  return `
## Tracking plan

Captures with the tracking plan on, which counts the properties of each event by name, build and type, beside captures with it off.
An event has 24 properties. Interleaved rounds, median.

${table(
  ['', 'on', 'off', 'ratio', 'aim', 'p50 ms', 'p99 ms'],
  rows.map(({ name, unit, ours, limit, ratio, p50, p99 }) => [
    name,
    `${whole(ours)} ${unit}`,
    `${whole(limit)} ${unit}`,
    ratio.toFixed(2),
    `≥ 0.95 ${ratio >= 0.95 ? '✓' : '✗'}`,
    p50.toFixed(2),
    p99.toFixed(1),
  ]),
)}

${machine()}
`;
}
