import type { TestServer } from '../../testing/server.ts';
import { experiment } from '../contract.ts';
import { experimentResults, type MetricResult, type SecondaryResult, secondaryResults } from './results-contract.ts';

const root = '/api/projects/1/experiments/';

/** Experiments of a test server, over HTTP. */
export function labOf(server: TestServer) {
  const send = async (path: string, body: unknown): Promise<void> => {
    const { status, body: answer } = await server.capture(body, path);
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(answer)}`);
  };
  return {
    /** Returns the id. */
    async add(body: object): Promise<number> {
      const sent = { name: 'Checkout', feature_flag_key: 'checkout', ...body };
      const answer = await server.api('POST', root, sent);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return experiment.parse(answer.body).id;
    },
    change: (id: number, body: object) => server.api('PATCH', `${root}${id}/`, body),
    capture: (batch: object[]) => send('/batch/', { batch }),
    get: (path: string) => server.api('GET', `${root}${path}`),
    post: (path: string, body: unknown) => server.api('POST', `${root}${path}`, body),
    async result(id: number): Promise<MetricResult> {
      return experimentResults.parse((await server.api('GET', `${root}${id}/results/`)).body).result;
    },
    async secondary(id: number, query = ''): Promise<SecondaryResult[]> {
      const { body } = await server.api('GET', `${root}${id}/secondary_results/${query}`);
      return secondaryResults.parse(body).results;
    },
  };
}
export type Lab = ReturnType<typeof labOf>;

/** An exposure to a flag value. */
export const called = (distinct_id: string, value: string | boolean, timestamp: string, flag = 'checkout') => ({
  event: '$feature_flag_called',
  distinct_id,
  timestamp,
  properties: { $feature_flag: flag, $feature_flag_response: value },
});

export const did = (event: string, distinct_id: string, timestamp: string, properties: object = {}) => ({
  event,
  distinct_id,
  timestamp,
  properties,
});
