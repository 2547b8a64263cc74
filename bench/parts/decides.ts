import { post } from '../api.ts';
import type { Bench } from '../bench.ts';
import { decideBody, deciderOf, deciders, identifyEvents, sampleFlags } from '../flags.ts';
import { evaluateAlone, load, projectKey, type Server, startBareExpress, startBenchtop } from '../processes.ts';
import { compareRates } from '../rounds.ts';

const paths = [
  { figure: 'decides', path: '/decide/?v=2' },
  { figure: 'decides', path: '/decide/?v=3' },
  { figure: 'flag-details', path: '/flags/?v=2' },
] as const;

export async function measureDecides(bench: Bench): Promise<void> {
  await using server = await startBenchtop();
  await using bare = await startBareExpress();
  await prepareDecides(server);
  const options = { key: projectKey, size: 1, connections: 64 };
  for (const { url } of [server, bare]) {
    await load({ ...options, url, seconds: bench.scale.seconds / 2, stream: 0, decide: paths[0].path });
  }
  await bench.rounds(async (round) => {
    for (const { figure, path } of paths.filter(({ figure }) => bench.wants(figure))) {
      await compareRates(bench, { figure, variant: path, server, bare, round }, { ...options, decide: path });
    }
    if (bench.wants('evaluation')) bench.record('evaluation', '', await evaluateAlone(bench.scale.seconds / 2));
  });
}

/**
 * Stores the persons, creates the flags over the API, and checks that a decide has all of them. Returns the number of acknowledged
 * events.
 */
export async function prepareDecides({ url }: Pick<Server, 'url'>): Promise<number> {
  const events = identifyEvents();
  for (let start = 0; start < events.length; start += 500) {
    await post(`${url}/batch/`, { api_key: projectKey, batch: events.slice(start, start + 500) });
  }
  for (const flag of sampleFlags) await post(`${url}/api/projects/@current/feature_flags/`, flag);
  const { body } = decideBody(projectKey);
  const asked = { ...JSON.parse(body.toString()), distinct_id: deciderOf(deciders - 1) };
  const { featureFlags } = Object(await post(`${url}/decide/?v=3`, asked));
  const answered = Object.keys(featureFlags).length;
  if (answered !== sampleFlags.length) throw new Error(`${answered} of ${sampleFlags.length} flags were answered.`);
  return events.length;
}
