import { type Flag, flag } from '../flags/contract.ts';
import type { TestServer } from '../testing/server.ts';
import {
  type Experiment,
  type ExperimentChange,
  experiment,
  experimentChangeList,
  experimentList,
  missingFlagCode,
} from './contract.ts';

export const root = '/api/projects/1/experiments/';
export const flagRoot = '/api/projects/1/feature_flags/';

export const weights = (...entries: [key: string, weight: number][]) =>
  entries.map(([key, rollout_percentage]) => ({ key, rollout_percentage }));

/** The answer that refuses a field. */
export const refused = (code: string, attr: string) => ({
  status: 400,
  body: { type: 'validation_error', code, attr },
});

/** Experiments and flags of the first project, by the API; each throws where the server does not answer as it should. */
export function experimentApi(server: Pick<TestServer, 'api'>) {
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await server.api(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    add: async (body: object = {}): Promise<Experiment> =>
      experiment.parse(await send('POST', root, { name: 'Checkout', feature_flag_key: 'checkout', ...body })),
    read: async (id: number): Promise<Experiment> => experiment.parse(await send('GET', `${root}${id}/`)),
    change: async (id: number, body: object): Promise<Experiment> =>
      experiment.parse(await send('PATCH', `${root}${id}/`, body)),
    reset: async (id: number): Promise<Experiment> => experiment.parse(await send('POST', `${root}${id}/reset/`)),
    list: async (query = '') => experimentList.parse(await send('GET', `${root}${query}`)),
    history: async (id: number): Promise<ExperimentChange[]> =>
      experimentChangeList.parse(await send('GET', `${root}${id}/history/`)).results,
    missing: async () => missingFlagCode.parse(await send('GET', `${root}requires_flag_implementation/`)),
    addFlag: async (key: string, ...variants: [key: string, weight: number][]): Promise<Flag> => {
      const multivariate = variants.length === 0 ? null : { variants: weights(...variants) };
      const filters = { groups: [{ rollout_percentage: 30 }], multivariate };
      return flag.parse(await send('POST', flagRoot, { key, filters }));
    },
    flagOf: async (id: number): Promise<Flag> => flag.parse(await send('GET', `${flagRoot}${id}/`)),
    changeFlag: async (id: number, body: object): Promise<Flag> =>
      flag.parse(await send('PATCH', `${flagRoot}${id}/`, body)),
  };
}
