import { beforeEach } from 'vitest';
import { type Database, openReader } from '../database/open.ts';
import { type Flag, flag } from '../flags/contract.ts';
import { numberedUuids } from '../testing/numbered-uuids.ts';
import type { TestServer } from '../testing/server.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import { type Experiment, experiment, experimentList, missingFlagCode } from './contract.ts';
import { type ExperimentChange, experimentChangeList } from './lifecycle/history-contract.ts';
import { readFlagKeys, readRunChanges } from './lifecycle/run-changes.ts';

export const root = '/api/projects/1/experiments/';
export const flagRoot = '/api/projects/1/feature_flags/';

export const weights = (...entries: [key: string, weight: number][]) =>
  entries.map(([key, rollout_percentage]) => ({ key, rollout_percentage }));

export const setWeights = (...entries: [key: string, weight: number][]) => ({
  parameters: { feature_flag_variants: weights(...entries) },
});

/** Returns the expected answer for an invalid field. */
export const refused = (code: string, attr: string) => ({
  status: 400,
  body: { type: 'validation_error', code, attr },
});

/** Calls the API for experiments and flags of a project; throws on an unexpected answer. */
export function experimentApi(server: Pick<TestServer, 'api'>, project = '1') {
  const experiments = `/api/projects/${project}/experiments/`;
  const flags = `/api/projects/${project}/feature_flags/`;
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await server.api(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    add: async (body: object = {}): Promise<Experiment> =>
      experiment.parse(await send('POST', experiments, { name: 'Checkout', feature_flag_key: 'checkout', ...body })),
    read: async (id: number): Promise<Experiment> => experiment.parse(await send('GET', `${experiments}${id}/`)),
    change: async (id: number, body: object): Promise<Experiment> =>
      experiment.parse(await send('PATCH', `${experiments}${id}/`, body)),
    reset: async (id: number): Promise<Experiment> =>
      experiment.parse(await send('POST', `${experiments}${id}/reset/`)),
    list: async (query = '') => experimentList.parse(await send('GET', `${experiments}${query}`)),
    history: async (id: number): Promise<ExperimentChange[]> =>
      experimentChangeList.parse(await send('GET', `${experiments}${id}/history/`)).results,
    missing: async () => missingFlagCode.parse(await send('GET', `${experiments}requires_flag_implementation/`)),
    addFlag: async (key: string, ...variants: [key: string, weight: number][]): Promise<Flag> => {
      const multivariate = variants.length === 0 ? null : { variants: weights(...variants) };
      const filters = { groups: [{ rollout_percentage: 30 }], multivariate };
      return flag.parse(await send('POST', flags, { key, filters }));
    },
    flagOf: async (id: number | null): Promise<Flag> => flag.parse(await send('GET', `${flags}${id}/`)),
    changeFlag: async (id: number | null, body: object): Promise<Flag> =>
      flag.parse(await send('PATCH', `${flags}${id}/`, body)),
  };
}

const minute = 60_000;
const noon = Date.UTC(2026, 0, 10, 12);

/** Returns a time some minutes after the noon at which each test of `noonForEach` starts. */
export const at = (minutes: number) => new Date(noon + minutes * minute).toISOString();

/**
 * Starts a server for each test of the file with a fixed clock, which `later` moves by minutes, and helpers for its experiments;
 * `report` as in `startTestServer`.
 */
export function noonForEach(report?: (error: unknown) => void) {
  let time = noon;
  let uuid = numberedUuids();
  beforeEach(() => {
    time = noon;
    uuid = numberedUuids();
  });
  const server = serverForEach({ clock: { now: () => time, uuid: () => uuid() }, ...(report && { report }) });
  const ofRun = <T>(
    read: (database: Database, run: { experimentId: number; now: number }) => T,
    experimentId: number,
  ): T => {
    const database = openReader(server.dataDir);
    try {
      return read(database, { experimentId, now: time });
    } finally {
      database.close();
    }
  };
  return {
    server,
    api: experimentApi(server),
    later: (minutes: number): void => {
      time += minutes * minute;
    },
    runChanges: (id: number): string[] => ofRun(readRunChanges, id).map((change) => `${change.at} ${change.kind}`),
    flagKeys: (id: number): string[] => ofRun(readFlagKeys, id),
  };
}
